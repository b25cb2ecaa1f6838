import { required } from '#shared/collections.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { deedsServer } from '#modules/faith/deeds/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import type { Tx } from '#shared/ports.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { givingServer } from '#modules/money/giving/index-server.ts'
import { refundsServer, type RefundEventData } from '#modules/money/refunds/index-server.ts'
import type { App } from '../app.ts'
import type { OutboxEvent } from './outbox-event.ts'

const refunds = (events: readonly OutboxEvent[]) => events.map((event) => event.payload as RefundEventData)
const refundLines = (events: readonly OutboxEvent[]) => refunds(events).flatMap(({ lines }) => lines)

/**
 * Subtracts refunds from the raised amount. A fully refunded donation no longer counts as a donation, nor its donor as
 * a donor of the campaign unless they have another donation to it.
 */
export async function subtractRefundsFromTotals(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const lines = refundLines(events)
  const whole = lines.filter((line) => line.turnsWhole).map(({ donationId }) => donationId)
  const formerDonorKeys = whole.length > 0 ? await givingServer.reactions.findDonorsWithoutDonations(tx, whole) : []
  await campaignsServer.reactions.subtractFromTotals(
    tx,
    [...Map.groupBy(lines, (line) => line.campaignId)].map(([id, items]) => ({
      campaignId: BigInt(id),
      gift: items.reduce((sum, line) => sum + BigInt(line.gift), 0n),
      count: items.filter((line) => line.turnsWhole).length,
      donorKeys: formerDonorKeys.filter(({ campaignId }) => campaignId === BigInt(id)).map(({ donorKey }) => donorKey),
    })),
  )
}

/** Adds back the whole amount of refunds that the bank returned. */
export async function restoreTotals(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const donorKeys = await givingServer.reactions.findDonorKeys(
    tx,
    refundLines(events).map(({ donationId }) => donationId),
  )
  await campaignsServer.reactions.addToTotals(
    tx,
    refundLines(events).map((line) => ({
      campaignId: BigInt(line.campaignId),
      gift: BigInt(line.gift),
      count: line.turnsWhole ? 1 : 0,
      donorKeys: line.turnsWhole ? [required(donorKeys.get(line.donationId), 'donation')] : [],
      lastDonationAt: new Date(line.givenAt),
    })),
  )
}

const rollUpRefunds = (tx: Tx, events: readonly OutboxEvent[], operation: 'subtract' | 'restore'): Promise<void> =>
  workspaceServer.reactions.rollUpRefunds(
    tx,
    refunds(events).flatMap(({ refundId, lines }) =>
      lines.map(({ donationId, gift, turnsWhole }) => ({ refundId, donationId, gift: BigInt(gift), turnsWhole })),
    ),
    operation,
  )
/** Subtracts refunds from the figures on their charities' homes, or adds returned ones back. */
export const subtractRefundsForCharities = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  rollUpRefunds(tx, events, 'subtract')
export const restoreForCharities = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  rollUpRefunds(tx, events, 'restore')

const claimsOf = (events: readonly OutboxEvent[]) =>
  refunds(events).flatMap(({ intentId, lines }) =>
    lines.flatMap(({ levelId, pieces, turnsWhole, quantity }) => {
      const released = pieces ?? (turnsWhole ? quantity : 0)
      return levelId && released > 0 ? [{ intentId, levelId: BigInt(levelId), quantity: released }] : []
    }),
  )

/** Releases the giving levels of refunded donations for others. */
export const releaseRefundedLevels = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  campaignsServer.reactions.releaseClaims(tx, claimsOf(events))

export async function recountLevels(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const intentIds = await campaignsServer.reactions.reclaimLevels(tx, claimsOf(events))
  if (intentIds.length > 0)
    app.log.error(
      { intentIds: intentIds },
      'a refund was returned after its giving level was sold out; notify the organizer',
    )
}

/** Subtracts refunds of referred donations from their referrals, and adds returned refunds back. */
export const updateReferrals = (_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  referralsServer.reactions.updateReferralsAfterRefunds(
    tx,
    refundLines(events).map(({ donationId }) => donationId),
  )

/** Recalculates Deeds snapshots that contain a refunded donation or a returned refund. */
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

export const mailTeamsOfRefunds = (app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  organizingServer.reactions.mailRefunds(
    app,
    tx,
    refunds(events).map(({ refundId }) => refundId),
  )

/** Continues plans with a total that a refund has left short of it. */
export const continuePlans = (app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> =>
  subscriptionsServer.reactions.continueAfterRefund(app, tx, [
    ...new Set(refunds(events).map(({ intentId }) => intentId)),
  ])
