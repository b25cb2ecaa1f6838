import { deedsServer } from '#modules/faith/deeds/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { refundsServer, type RefundBooked } from '#modules/money/refunds/index-server.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'

const refunds = (events: readonly OutboxEvent[]) => events.map((event) => event.payload as RefundBooked)
const refundLines = (events: readonly OutboxEvent[]) => refunds(events).flatMap(({ lines }) => lines)

/**
 * Raised falls by what went back; a gift of which nothing is left is no gift any more, and its donor none unless they
 * gave otherwise.
 */
export async function subtractRefundsFromTotals(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const lines = refundLines(events)
  const whole = lines
    .filter((line) => line.turnsWhole)
    .map((line) => ({ campaignId: BigInt(line.campaignId), donorKey: Buffer.from(line.donorKey, 'base64') }))
  const leavers = whole.length > 0 ? await givingServer.reactions.findDonorsWithoutDonations(tx, whole) : []
  await campaignsServer.reactions.subtractFromTotals(
    tx,
    [...Map.groupBy(lines, (line) => line.campaignId)].map(([id, items]) => ({
      campaignId: BigInt(id),
      gift: items.reduce((sum, line) => sum + BigInt(line.gift), 0n),
      count: items.filter((line) => line.turnsWhole).length,
      donorKeys: leavers.filter(({ campaignId }) => campaignId === BigInt(id)).map(({ donorKey }) => donorKey),
    })),
  )
}

/** A refund that the bank sent back: all of it as it was. */
export async function restoreTotals(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await campaignsServer.reactions.addToTotals(
    tx,
    refundLines(events).map((line) => ({
      campaignId: BigInt(line.campaignId),
      gift: BigInt(line.gift),
      count: line.turnsWhole ? 1 : 0,
      donorKeys: line.turnsWhole ? [Buffer.from(line.donorKey, 'base64')] : [],
      lastDonationAt: new Date(line.givenAt),
    })),
  )
}

const claimsOf = (events: readonly OutboxEvent[]) =>
  refunds(events).flatMap(({ intentId, lines }) =>
    lines.flatMap((line) =>
      line.turnsWhole && line.levelId ? [{ intentId, levelId: BigInt(line.levelId), quantity: line.quantity }] : [],
    ),
  )

/** Places of refunded gifts are there for others. */
export const releaseRefundedLevels = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  campaignsServer.reactions.releaseClaims(tx, claimsOf(events))

export async function countLevelsAgain(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const lost = await campaignsServer.reactions.reclaimLevels(tx, claimsOf(events))
  if (lost.length > 0)
    app.log.error(
      { intentIds: lost },
      'a refund was sent back after its giving level had gone to others; the organizer must be notified',
    )
}

/** What went back, or came again, of gifts that somebody's link brought. */
export const updateReferrals = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  referralsServer.reactions.updateReferralsAfterRefunds(
    tx,
    refundLines(events).map(({ donationId }) => donationId),
  )

/** Snapshots of Deeds that count what went back, or came again. */
export const recalculateSnapshots = (app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  deedsServer.reactions.queueRecalculation(
    app,
    tx,
    refundLines(events).map(({ donationId }) => donationId),
  )

export const notifyOfRefunds = (app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  refundsServer.reactions.notifyDonorsOfRefunds(app, tx, refunds(events), 'succeeded')
export const notifyOfFailedRefunds = (app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  refundsServer.reactions.notifyDonorsOfRefunds(app, tx, refunds(events), 'failed')
