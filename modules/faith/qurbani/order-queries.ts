import { sql } from 'kysely'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'
import type { Db } from '#shared/ports.ts'

/** An order of an item in payment, whose pieces are reserved. */
export type OrderInPayment = {
  readonly id: string
  readonly quantity: number
  readonly intention: QurbaniIntention
}

/** Returns the orders of an item that are in payment, without those that have settled meanwhile. */
export const ordersInPayment = async (db: Db, levelId: bigint): Promise<OrderInPayment[]> =>
  (
    await sql<OrderInPayment>`
      select
        l->>'donationId' as id,
        (l->>'quantity')::integer as quantity,
        coalesce(l->>'qurbaniIntention', 'qurbani') as intention
      from campaigns.level_claim c
      join payments.intent i on i.id = c.intent_id
      cross join lateral jsonb_array_elements(i.order_details->'lines') as l
      where c.level_id = ${levelId}::bigint
        and c.state = 'reserved'
        and l->>'levelId' = ${levelId}::bigint::text
        and not exists (select from giving.donation d where d.intent_id = c.intent_id)
    `.execute(db)
  ).rows
