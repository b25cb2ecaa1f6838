import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { anonymizePayers, replaceOrder, findOldUnpaidOrders } from '#modules/money/payments/index.ts'
import { withoutDonor } from './erase-donations.ts'
import type { DonationOrder } from '../order/order.ts'

/** Days in which a guest may have a question about a payment that failed. */
const unpaidDays = 90

const atOnce = 200

/**
 * Anonymizes guests' unpaid orders after 90 days; amounts and campaigns stay. Runs every night; returns the number of
 * orders.
 */
export async function purgeUnpaidOrders(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - unpaidDays * dayMs)
  const purge = () =>
    ports.write(async (tx) => {
      const orders = await findOldUnpaidOrders(tx, { before, limit: atOnce })
      for (const { id, order } of orders) await replaceOrder(tx, id, withoutDonor(order as DonationOrder))
      await anonymizePayers(tx, {
        scope: '',
        intentIds: [],
        offSessionDeclines: [],
        guests: orders.map(({ id }) => id),
        declinedBefore: before,
      })
      return orders.length
    })
  let sum = 0
  for (let taken = atOnce; taken === atOnce; sum += taken) taken = await purge()
  return sum
}
