import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import type { QurbaniIntention } from '../rules/qurbani-order.ts'
import '../tables.ts'

/** A paid donation with the level of a qurbani item. Minor units of the campaign's currency. */
export type PaidQurbaniOrder = {
  readonly id: string
  readonly intentId: string
  readonly levelId: bigint
  readonly campaignId: bigint
  /** Time at which the payment settled. */
  readonly settledAt: Date
  /** Number of pieces of the item. */
  readonly quantity: number
  readonly gift: bigint
  readonly intention: QurbaniIntention
  /** The names that the donor entered for the shares, one per line. */
  readonly names: string | null
  /** Null if the donor was erased. */
  readonly donorName: string | null
  readonly locale: string
}

const ordersWhere = async (db: Db, condition: ReturnType<typeof sql<boolean>>): Promise<PaidQurbaniOrder[]> =>
  (
    await sql<PaidQurbaniOrder>`
      select
        d.id,
        d.intent_id as "intentId",
        d.level_id as "levelId",
        d.campaign_id as "campaignId",
        d.given_at as "settledAt",
        d.quantity,
        d.gift,
        coalesce(d.qurbani_intention, 'qurbani') as intention,
        d.qurbani_names as names,
        case when d.retained_until is null then d.name end as "donorName",
        d.locale
      from giving.donation d
      join campaigns.level l on l.id = d.level_id
      where l.kind = 'qurbani' and ${condition}
      order by d.given_at, d.id
    `.execute(db)
  ).rows

/** Lists the paid orders of a qurbani item in the order of their settlement, including refunded ones. */
export const listQurbaniOrders = (
  db: Db,
  ids: { readonly campaignId: bigint; readonly levelId: bigint },
): Promise<PaidQurbaniOrder[]> =>
  // Uses the index of the campaign's donations, because levels have none.
  ordersWhere(db, sql<boolean>`d.campaign_id = ${ids.campaignId} and d.level_id = ${ids.levelId}`)

export const findQurbaniOrders = (db: Db, donationIds: readonly string[]): Promise<PaidQurbaniOrder[]> =>
  donationIds.length === 0 ? Promise.resolve([]) : ordersWhere(db, sql<boolean>`d.id = any(${donationIds}::uuid[])`)

/** Returns whether a payment for this level has no outcome yet. */
export async function hasPendingPayment(db: Db, levelId: bigint): Promise<boolean> {
  const line = JSON.stringify({ lines: [{ levelId: String(levelId) }] })
  const { rows } = await sql`
    select
    from payments.attempt a
    join payments.intent i on i.id = a.intent_id
    where a.state in ('RECORDED', 'SUBMITTED', 'CHALLENGE', 'UNKNOWN') and i.order_details @> ${line}::jsonb
    limit 1
  `.execute(db)
  return rows.length > 0
}
