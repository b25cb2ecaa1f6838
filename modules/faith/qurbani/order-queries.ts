import { sql } from 'kysely'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import type { Db } from '#shared/ports.ts'

/** An order of an item in pieces. `paidAt` is null during payment, while its pieces are reserved. */
export type ItemOrder = {
  readonly id: string
  readonly quantity: number
  readonly intention: QurbaniIntention
  readonly paidAt: Date | null
  /** When it was fully refunded. */
  readonly refundedAt: Date | null
}

/** Returns the orders of an item, including those in payment. A payment that settles meanwhile is listed once. */
export const ordersOfItem = async (db: Db, levelId: bigint): Promise<ItemOrder[]> =>
  (
    await sql<ItemOrder>`
      select d.id::text, d.quantity, coalesce(d.qurbani_intention, 'qurbani') as intention, d.given_at as "paidAt",
        case when r.is_fully_refunded then r.changed_at end as "refundedAt"
      from giving.donation d left join giving.refunded_amount r on r.donation_id = d.id
      where d.level_id = ${levelId}::bigint and 'qurbani' = any(d.level_requirements)
      union all
      select l->>'donationId', (l->>'quantity')::integer, coalesce(l->>'qurbaniIntention', 'qurbani'), null, null
      from campaigns.level_claim c join payments.intent i on i.id = c.intent_id
        cross join lateral jsonb_array_elements(i.order_details->'lines') as l
      where c.level_id = ${levelId}::bigint and c.state = 'reserved' and l->>'levelId' = ${levelId}::bigint::text
        and not exists (select from giving.donation d where d.intent_id = c.intent_id)`.execute(db)
  ).rows
