import { lastOf, one } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import { endedCampaignsAmong } from '#modules/causes/campaigns/index.ts'
import { ordersWithSealed, replaceOrder } from '#modules/money/payments/index-erasure.ts'
import type { GiftOrder } from '../order/order.ts'

/** How long after its fundraiser's end the organizer may need whom to call in an emergency (privacy-8). */
const sealedDays = 90

const atOnce = 200

/**
 * Every night: emergency contacts and medical notes of fundraisers that ended 90 days ago go, from gifts and from what
 * was agreed to. Answers how many gifts.
 */
export async function purgeEncryptedFields(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - sealedDays * dayMs)
  let sum = 0
  for (let taken = atOnce; taken === atOnce; sum += taken) taken = await ports.write((tx) => forgetInGifts(tx, before))
  let after: string | null = null
  for (;;) {
    const orders = await ordersWithSealed(ports.db, { before, after, limit: atOnce })
    const ended = new Set(
      await endedCampaignsAmong(
        ports.db,
        orders.flatMap(({ order }) => (order as GiftOrder).lines.map((line) => BigInt(line.campaignId))),
        before,
      ),
    )
    await ports.write(async (tx) => {
      for (const { id, order } of orders) {
        const told = withoutSealed(order as GiftOrder, ended)
        if (told) await replaceOrder(tx, id, told)
      }
    })
    if (orders.length < atOnce) return sum
    after = lastOf(orders).id
  }
}

const forgetInGifts = async (tx: Tx, before: Date): Promise<number> =>
  one((await sql<{ sum: number }>`select giving.forget_sealed(${before}, ${atOnce}) as sum`.execute(tx)).rows).sum

/** Undefined where nothing of it is due. */
function withoutSealed(order: GiftOrder, ended: ReadonlySet<bigint>): GiftOrder | undefined {
  const isDue = (line: GiftOrder['lines'][number]) => line.sealed !== null && ended.has(BigInt(line.campaignId))
  return order.lines.some(isDue)
    ? { ...order, lines: order.lines.map((line) => (isDue(line) ? { ...line, sealed: null } : line)) }
    : undefined
}
