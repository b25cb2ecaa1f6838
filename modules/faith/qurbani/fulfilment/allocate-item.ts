import type { Db } from '#shared/ports.ts'
import { type PaidQurbaniOrder, listQurbaniOrders } from '#modules/money/giving/index.ts'
import { refundsOfDonations } from '#modules/money/refunds/index.ts'
import type { Item } from '../item-queries.ts'
import { allocateShares } from '../rules/allocate-shares.ts'
import { orderedShares, sharesPerAnimal } from '../rules/animals.ts'
import { type ListedShare, frozenSharesOf } from './rules/frozen-shares.ts'
import { eventsOf, type SettledOrder } from './rules/order-shares.ts'

/** Reads the orders of an item with their refunds, as the allocation needs them. */
export async function settledOrders(db: Db, item: Item): Promise<SettledOrder[]> {
  const orders = await listQurbaniOrders(db, item)
  const refunds = Map.groupBy(
    await refundsOfDonations(
      db,
      orders.map(({ id }) => id),
    ),
    ({ donationId }) => donationId,
  )
  return orders.map((order) => ({ ...settledOrder(item, order), refunds: refunds.get(order.id) ?? [] }))
}

const settledOrder = (item: Item, { id, settledAt, quantity, intention, gift }: PaidQurbaniOrder) => ({
  id,
  settledAt,
  shares: orderedShares(item, quantity),
  intention,
  paid: gift,
})

/** Allocates the current orders of an item from its settled payments and refunds (qurbani-5). */
export async function allocateItem(db: Db, item: Item): Promise<ListedShare[]> {
  const orders = await settledOrders(db, item)
  const perAnimal = sharesPerAnimal(item.animal)
  const allocation = allocateShares(
    orders.flatMap((order) => eventsOf(item, order)),
    { sharesPerAnimal: perAnimal, capacity: item.capacity },
  )
  return frozenSharesOf(allocation, orders, perAnimal)
}
