import type { Db, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { QurbaniOrder, QurbaniOrders } from '#modules/money/giving/index.ts'
import { findItems, type Item } from './item-queries.ts'
import { settledOrders } from './fulfilment/allocate-item.ts'
import { eventsOf } from './fulfilment/rules/order-shares.ts'
import type { QurbaniPorts } from './ports.ts'
import { type AllocationEvent, allocateShares } from './rules/allocate-shares.ts'
import { orderedShares, sharesPerAnimal, sharesPerPiece } from './rules/animals.ts'
import { isOrderRefundable, orderWindow, windowState } from './rules/order-window.ts'
import { sql } from 'kysely'
import type { QurbaniIntention } from '#modules/money/giving/rules/qurbani-order.ts'

/** An order of an item in payment, whose pieces are reserved. */
type OrderInPayment = {
  readonly id: string
  readonly quantity: number
  readonly intention: QurbaniIntention
}

/** Returns the orders of an item that are in payment, without those that have settled meanwhile. */
const ordersInPayment = async (db: Db, levelId: bigint): Promise<OrderInPayment[]> =>
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

type MonthPorts = Pick<QurbaniPorts, 'hijriMonthsOf'>

/**
 * Throws if the orders of a payment are outside their window or don't fit the animals (qurbani-3, qurbani-5). The
 * caller has reserved the pieces, which locks the levels, so no other order can intervene.
 */
export async function checkQurbaniOrders(
  ports: MonthPorts,
  tx: Tx,
  { at, orders, needsPlaces }: QurbaniOrders,
): Promise<void> {
  const items = await findItems(tx, [...new Set(orders.map(({ levelId }) => levelId))])
  for (const item of items) {
    const state = windowState(await windowOf(ports, tx, item), at)
    const params = { item: item.title, year: String(item.hijriYear) }
    if (state === 'closed') throw new Problem('conflict', 'qurbani-closed', { params })
    if (state === 'upcoming') throw new Problem('conflict', 'qurbani-upcoming', { params })
    const own = orders.filter(({ levelId }) => levelId === item.levelId)
    if (needsPlaces && !(await hasPlaces(tx, item, own)))
      throw new Problem('conflict', 'level-sold-out', { more: { levelId: String(item.levelId) } })
  }
}

/** Whether one of these donations is an order of a closed item, which can't be refunded any more (qurbani-6). */
export async function hasQurbaniClosed(
  ports: MonthPorts,
  db: Db,
  donations: readonly { readonly levelId: bigint }[],
  instant: Date,
): Promise<boolean> {
  for (const item of await findItems(db, [...new Set(donations.map(({ levelId }) => levelId))]))
    if (!isOrderRefundable(await windowOf(ports, db, item), instant)) return true
  return false
}

const windowOf = async (ports: MonthPorts, db: Db, item: Item) =>
  orderWindow(item, await ports.hijriMonthsOf(db, item.calendar))

/**
 * Whether the orders fit the animals together with paid orders and those being paid. For animals ordered whole, the
 * number of pieces is sufficient.
 */
async function hasPlaces(tx: Tx, item: Item, orders: readonly QurbaniOrder[]): Promise<boolean> {
  const shares = sharesPerAnimal(item.animal)
  if (item.capacity === null || sharesPerPiece(item) === shares) return true
  const own = orders.map(({ quantity, intention }, index) => ({ id: `own-${index}`, quantity, intention }))
  const inPayment = await ordersInPayment(tx, item.levelId)
  const settled = await settledOrders(tx, item)
  // An order that settles between these two reads is in both lists.
  const unpaid = [...inPayment.filter(({ id }) => !settled.some((order) => order.id === id)), ...own]
  const events: AllocationEvent[] = [
    ...settled.flatMap((order) => eventsOf(item, order)),
    ...unpaid.map(
      ({ id, quantity, intention }, index) =>
        ({ kind: 'order', id, at: afterPaid(index), shares: orderedShares(item, quantity), intention }) as const,
    ),
  ]
  const { refused } = allocateShares(events, { sharesPerAnimal: shares, capacity: item.capacity })
  return !own.some(({ id }) => refused.includes(id))
}

/** Orders in payment are placed after paid ones, in their order. */
const afterPaid = (index: number): Date => new Date(Date.UTC(9999, 0) + index)
