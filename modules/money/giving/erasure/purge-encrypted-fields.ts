import { lastOf, one } from '#shared/collections.ts'
import { dayMs } from '#shared/time.ts'
import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import { endedCampaignsAmong } from '#modules/causes/campaigns/index.ts'
import { findOrdersWithEncryptedFields, replaceOrder } from '#modules/money/payments/index.ts'
import type { DonationOrder } from '../order/order.ts'

/** Days after a campaign's end in which the organizer may need emergency contacts (privacy-8). */
const retentionDays = 90

const atOnce = 200

/**
 * Deletes emergency contacts and medical notes from donations and orders of campaigns that ended 90 days ago. Runs
 * every night; returns the number of changed donations.
 */
export async function purgeEncryptedFields(ports: Ports): Promise<number> {
  const before = new Date(ports.clock().getTime() - retentionDays * dayMs)
  let sum = 0
  for (let taken = atOnce; taken === atOnce; sum += taken)
    taken = await ports.write((tx) => purgeInDonations(tx, before))
  let after: string | null = null
  for (;;) {
    const orders = await findOrdersWithEncryptedFields(ports.db, { before, after, limit: atOnce })
    const ended = new Set(
      await endedCampaignsAmong(
        ports.db,
        orders.flatMap(({ order }) => (order as DonationOrder).lines.map((line) => BigInt(line.campaignId))),
        before,
      ),
    )
    await ports.write(async (tx) => {
      for (const { id, order } of orders) {
        const purged = withoutEncryptedFields(order as DonationOrder, ended)
        if (purged) await replaceOrder(tx, id, purged)
      }
    })
    if (orders.length < atOnce) return sum
    after = lastOf(orders).id
  }
}

const purgeInDonations = async (tx: Tx, before: Date): Promise<number> =>
  one((await sql<{ sum: number }>`select giving.purge_encrypted_fields(${before}, ${atOnce}) as sum`.execute(tx)).rows)
    .sum

/** Returns the order without its expired fields; undefined if none has expired. */
function withoutEncryptedFields(order: DonationOrder, ended: ReadonlySet<bigint>): DonationOrder | undefined {
  const isDue = (line: DonationOrder['lines'][number]) =>
    line.encryptedFields !== null && ended.has(BigInt(line.campaignId))
  return order.lines.some(isDue)
    ? { ...order, lines: order.lines.map((line) => (isDue(line) ? { ...line, encryptedFields: null } : line)) }
    : undefined
}
