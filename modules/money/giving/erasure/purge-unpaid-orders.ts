import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { anonymizePayers, replaceOrder, unpaidSinceLong } from '#modules/money/payments/index-erasure.ts'
import { withoutDonor } from './erase-gifts.ts'
import type { GiftOrder } from '../order/order.ts'

/** How long a guest who was charged nothing may come back with a question about it. */
const unpaidDays = 90

const atOnce = 200

/**
 * Every night: what guests agreed to 90 days ago and never paid says no more who they were; amounts and fundraisers
 * stay. Answers how many.
 */
export async function purgeUnpaidOrders(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - unpaidDays * dayMs)
  const forget = () =>
    ports.write(async (tx) => {
      const orders = await unpaidSinceLong(tx, { before, limit: atOnce })
      for (const { id, order } of orders) await replaceOrder(tx, id, withoutDonor(order as GiftOrder))
      await anonymizePayers(tx, {
        scope: '',
        intentIds: [],
        unpressed: [],
        guests: orders.map(({ id }) => id),
        declinedBefore: before,
      })
      return orders.length
    })
  let sum = 0
  for (let taken = atOnce; taken === atOnce; sum += taken) taken = await forget()
  return sum
}
