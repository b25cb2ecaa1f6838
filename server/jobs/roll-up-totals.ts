import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { type DonationSucceeded, givingServer } from '#modules/money/giving/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import { mergeDonorsOf } from './count-donors.ts'
import type { OutboxEvent } from './outbox-event.ts'

/** Returns the paid donations of events. */
export const donations = (events: readonly OutboxEvent[]) =>
  events.map((event) => ({ ...(event.payload as DonationSucceeded), at: event.occurred_at }))

/**
 * Adds to each campaign's raised amount, donations and donors: one update per campaign and batch, never one per
 * donation (ledger-9).
 */
export async function rollUpTotals(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const intentIds = donations(events).map(({ intentId }) => intentId)
  const keysOfGuests = await givingServer.reactions.countGuestsAsAccounts(app, tx, intentIds)
  const sums = new Map<
    string,
    { campaignId: bigint; gift: bigint; count: number; donorKeys: Buffer[]; lastDonationAt: Date }
  >()
  for (const donation of donations(events))
    for (const line of donation.lines) {
      const sum = sums.get(line.campaignId) ?? {
        campaignId: BigInt(line.campaignId),
        gift: 0n,
        count: 0,
        donorKeys: [],
        lastDonationAt: donation.at,
      }
      sum.gift += BigInt(line.gift)
      sum.count += 1
      sum.donorKeys.push(Buffer.from(keysOfGuests.get(donation.intentId) ?? donation.donorKey, 'base64'))
      if (donation.at > sum.lastDonationAt) sum.lastDonationAt = donation.at
      sums.set(line.campaignId, sum)
    }
  await campaignsServer.reactions.addToTotals(tx, [...sums.values()])
  await mergeDonorsOf(app, tx, await givingServer.reactions.findPayingAccounts(tx, intentIds))
}
