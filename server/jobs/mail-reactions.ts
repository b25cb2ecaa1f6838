import { charityDonorsServer } from '#modules/organizers/charity-donors/index-server.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'
import { donations } from './roll-up-totals.ts'

/** Mails a fundraiser's organizers and team about its first donation. */
export async function mailFirstDonations(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const lines = donations(events)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((donation) => donation.lines)
    .map(({ campaignId, gift }) => ({ campaignId: BigInt(campaignId), gift: BigInt(gift) }))
  await organizingServer.reactions.mailFirstDonations(app, tx, lines)
}

/** Mails a charity's team about donations from the amount of its settings on. */
export async function mailLargeDonations(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const parts = donations(events).flatMap(({ intentId, currency, lines }) =>
    [...Map.groupBy(lines, ({ campaignId }) => campaignId)].map(([campaignId, ofCampaign]) => ({
      intentId,
      currency,
      campaignId: BigInt(campaignId),
      gift: ofCampaign.reduce((sum, { gift }) => sum + BigInt(gift), 0n),
    })),
  )
  await organizingServer.reactions.mailLargeDonations(app, tx, parts)
}

/** Mails donors the thanks that charities wrote for first donations and giving levels. */
export async function thankAutomatically(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await charityDonorsServer.reactions.thankAutomatically(
    app,
    tx,
    donations(events).map(({ intentId }) => intentId),
  )
}
