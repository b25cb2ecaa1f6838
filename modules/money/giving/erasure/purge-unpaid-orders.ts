import { dayMs } from '#shared/time.ts'
import type { Ports } from '#shared/ports.ts'
import { anonymizePayers, replaceOrder, unpaidSinceLong } from '#modules/money/payments/index-erasure.ts'
import { withoutDonor } from './erase-donations.ts'
import type { DonationOrder } from '../order/order.ts'

/** Days during which a guest who was charged nothing may have a question about it. */
const unpaidDays = 90

const atOnce = 200

/** Anonymizes, every night, unpaid orders of guests after 90 days; amounts and fundraisers stay. Returns how many. */
export async function purgeUnpaidOrders(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - unpaidDays * dayMs)
  const purge = () =>
    ports.write(async (tx) => {
      const orders = await unpaidSinceLong(tx, { before, limit: atOnce })
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
