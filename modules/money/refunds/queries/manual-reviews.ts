import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { ReviewReason } from '../rules/review-reasons.ts'
import '../tables.ts'

/** A case of the manual review queue. Minor units. */
export type ManualReview = {
  readonly id: string
  /** Null for a charge without a payment in our database. */
  readonly intentId: string | null
  readonly campaign: string | null
  readonly name: string | null
  readonly reason: string
  readonly amount: bigint
  readonly currency: Currency
  readonly provider: string
  readonly providerRefundId: string
  readonly foundAt: Date
  readonly resolvedAt: Date | null
  readonly resolvedBy: string | null
  readonly note: string
}

export type NewManualReview = {
  readonly id: string
  readonly intentId: string | null
  readonly provider: string
  /** The provider’s id of it; ours if it has none. */
  readonly providerRefundId: string
  readonly amount: bigint
  readonly currency: Currency
  readonly reason: ReviewReason
  readonly at: Date
}

/** Stores a case; returns true only the first time. */
export const insertManualReview = async (tx: Tx, newManualReview: NewManualReview): Promise<boolean> =>
  (await tx
    .insertInto('refunds.manual_review')
    .values({
      id: newManualReview.id,
      provider: newManualReview.provider,
      provider_refund_id: newManualReview.providerRefundId,
      intent_id: newManualReview.intentId,
      amount: newManualReview.amount,
      currency: newManualReview.currency,
      reason: newManualReview.reason,
      found_at: newManualReview.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_refund_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Lists open cases, oldest first, or resolved ones, newest first; of one payment if `intentId` is set. */
export async function listManualReviews(
  db: Db,
  input: { readonly state: 'open' | 'resolved'; readonly intentId?: string; readonly limit: number },
): Promise<ManualReview[]> {
  const isOpen = input.state === 'open'
  const { rows } = await sql<ManualReview>`
    select
      p.id,
      p.intent_id as "intentId",
      c.name as campaign,
      d.name,
      p.reason,
      p.amount,
      p.currency,
      p.provider,
      p.provider_refund_id as "providerRefundId",
      p.found_at as "foundAt",
      p.resolved_at as "resolvedAt",
      p.resolved_by as "resolvedBy",
      p.note
    from refunds.manual_review p
    left join giving.donation d on d.intent_id = p.intent_id and d.line = 1
    left join campaigns.campaign c on c.id = d.campaign_id
    where (p.resolved_at is null) = ${isOpen}
      and (${input.intentId ?? null}::uuid is null or p.intent_id = ${input.intentId ?? null})
    order by ${isOpen ? sql`p.found_at, p.id` : sql`p.resolved_at desc, p.id`}
    limit ${input.limit}
  `.execute(db)
  return rows
}

/** Marks a case as resolved; returns false if it was resolved before. */
export const markResolved = async (
  tx: Tx,
  input: { readonly id: string; readonly by: string; readonly note: string; readonly at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('refunds.manual_review')
    .set({ resolved_at: input.at, resolved_by: input.by, note: input.note })
    .where('id', '=', input.id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findManualReview = (db: Db, id: string) =>
  db
    .selectFrom('refunds.manual_review')
    .select(['id', 'intent_id as intentId', 'provider_refund_id as providerRefundId', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()

/** Resolves cases that could be recorded after all. */
export const resolveRecorded = (
  tx: Tx,
  input: { readonly provider: string; readonly providerRefundId: string; readonly at: Date },
) =>
  tx
    .updateTable('refunds.manual_review')
    .set({ resolved_at: input.at })
    .where('provider', '=', input.provider)
    .where('provider_refund_id', '=', input.providerRefundId)
    .where('resolved_at', 'is', null)
    .execute()

/**
 * Resolves cases of payments that are no longer unknown, and of charges whose payment was recorded since, for example
 * after a restored backup.
 */
export const resolveSettledPayments = (tx: Tx, instant: Date) =>
  sql`
    update refunds.manual_review p
    set resolved_at = ${instant}
    where p.resolved_at is null
      and (
        (
          p.reason = 'payment-unknown'
            and not exists (select from payments.attempt a where a.intent_id = p.intent_id and a.state = 'UNKNOWN')
        )
          or (
            p.reason = 'charge-no-payment'
              and exists (
                select
                from payments.attempt a
                where a.provider = p.provider and a.provider_charge_id = p.provider_refund_id and a.state = 'SUCCEEDED'
              )
          )
      )
  `.execute(tx)
