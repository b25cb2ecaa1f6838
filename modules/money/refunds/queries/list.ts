import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { RefundState } from '../rules/states.ts'
import type { Refund } from './refunds.ts'

export type ListedRefund = Refund & { readonly campaign: string; readonly name: string }

/** Lists refunds, newest first, after the cursor `before`; uses an index. */
export async function listRefunds(
  db: Db,
  input: {
    readonly state: RefundState | undefined
    readonly limit: number
    readonly before: { readonly at: Date; readonly id: string } | undefined
  },
): Promise<ListedRefund[]> {
  const { rows } = await sql<ListedRefund>`
    select
      r.id,
      r.intent_id as "intentId",
      r.state,
      r.origin,
      r.amount,
      r.currency,
      r.provider,
      i.provider_intent_id as "providerIntentId",
      r.provider_refund_id as "providerRefundId",
      r.reason,
      r.note,
      r.requested_by as "requestedBy",
      r.approved_by as "approvedBy",
      r.request_hash as "requestHash",
      r.failure_reason as "failureReason",
      r.lookups,
      date_trunc('milliseconds', r.created_at) as "createdAt",
      r.requested_at as "requestedAt",
      r.settled_at as "settledAt",
      r.evidence_due_at as "evidenceDueAt",
      c.name as campaign,
      d.name
    from refunds.refund r
    join payments.intent i on i.id = r.intent_id
    join giving.donation d on d.intent_id = r.intent_id and d.line = 1
    join campaigns.campaign c on c.id = d.campaign_id
    where (${input.state ?? null}::text is null or r.state = ${input.state ?? null})
      and (
        ${input.before?.at ?? null}::timestamptz is null
          or (date_trunc('milliseconds', r.created_at), r.id) < (
            ${input.before?.at ?? null}, ${input.before?.id ?? null}::uuid
          )
      )
    order by r.created_at desc, r.id desc
    limit ${input.limit}
  `.execute(db)
  return rows
}

/** Returns account names by id, of those who requested or approved. */
export async function accountNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('identity.account')
    .select(['id', 'first_name as firstName', 'last_name as lastName'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`.trim() || id]))
}
