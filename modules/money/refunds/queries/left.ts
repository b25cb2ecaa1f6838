import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { LeftReason } from '../rules/left.ts'
import '../tables.ts'

/** Something that is left to a person. Minor units. */
export type Left = {
  readonly id: string
  /** Null: a charge that is no payment of ours. */
  readonly intentId: string | null
  readonly campaign: string | null
  readonly name: string | null
  readonly reason: string
  readonly amount: bigint
  readonly currency: Currency
  readonly provider: string
  readonly providerRefundId: string
  readonly foundAt: Date
  readonly dealtAt: Date | null
  readonly dealtBy: string | null
  readonly note: string
}

export type NewLeft = {
  readonly id: string
  readonly intentId: string | null
  readonly provider: string
  /** The provider’s name for it; ours, where it has none. */
  readonly providerRefundId: string
  readonly amount: bigint
  readonly currency: Currency
  readonly reason: LeftReason
  readonly at: Date
}

/** True the first time only. */
export const insertLeft = async (tx: Tx, of: NewLeft): Promise<boolean> =>
  (await tx
    .insertInto('refunds.for_a_person')
    .values({
      id: of.id,
      provider: of.provider,
      provider_refund_id: of.providerRefundId,
      intent_id: of.intentId,
      amount: of.amount,
      currency: of.currency,
      reason: of.reason,
      found_at: of.at,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_refund_id', 'reason']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Those that wait, longest first, or those that were dealt with, latest first; of one payment where it is named. */
export async function listLeft(
  db: Db,
  of: { readonly state: 'open' | 'dealt'; readonly intentId?: string; readonly limit: number },
): Promise<Left[]> {
  const isOpen = of.state === 'open'
  const { rows } = await sql<Left>`
    select p.id, p.intent_id as "intentId", c.name as campaign, d.name, p.reason, p.amount, p.currency, p.provider, p.provider_refund_id as "providerRefundId",
      p.found_at as "foundAt", p.dealt_at as "dealtAt", p.dealt_by as "dealtBy", p.note
    from refunds.for_a_person p
      left join giving.donation d on d.intent_id = p.intent_id and d.line = 1 left join campaigns.campaign c on c.id = d.campaign_id
    where (p.dealt_at is null) = ${isOpen} and (${of.intentId ?? null}::uuid is null or p.intent_id = ${of.intentId ?? null})
    order by ${isOpen ? sql`p.found_at, p.id` : sql`p.dealt_at desc, p.id`} limit ${of.limit}`.execute(db)
  return rows
}

/** False: it was dealt with before. */
export const dealWithLeft = async (
  tx: Tx,
  of: { readonly id: string; readonly by: string; readonly note: string; readonly at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('refunds.for_a_person')
    .set({ dealt_at: of.at, dealt_by: of.by, note: of.note })
    .where('id', '=', of.id)
    .where('dealt_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const findLeft = (db: Db, id: string) =>
  db
    .selectFrom('refunds.for_a_person')
    .select(['id', 'intent_id as intentId', 'provider_refund_id as providerRefundId', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()

/** What can be written down after all needs nobody any more. */
export const endLeft = (
  tx: Tx,
  of: { readonly provider: string; readonly providerRefundId: string; readonly at: Date },
) =>
  tx
    .updateTable('refunds.for_a_person')
    .set({ dealt_at: of.at })
    .where('provider', '=', of.provider)
    .where('provider_refund_id', '=', of.providerRefundId)
    .where('dealt_at', 'is', null)
    .execute()

/**
 * Payments that were unknown and are not any more, and charges whose payment was written down since, as after a
 * restored backup.
 */
export const endSettledPayments = (tx: Tx, at: Date) =>
  sql`update refunds.for_a_person p set dealt_at = ${at}
    where p.dealt_at is null and (
      (p.reason = 'payment-unknown' and not exists (select from payments.attempt a where a.intent_id = p.intent_id and a.state = 'UNKNOWN'))
      or (p.reason = 'charge-no-payment' and exists (
        select from payments.attempt a where a.provider = p.provider and a.provider_charge_id = p.provider_refund_id and a.state = 'SUCCEEDED')))`.execute(
    tx,
  )
