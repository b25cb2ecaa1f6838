import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import { type MarkedAsZakat } from '#modules/faith/zakat/index-server.ts'
import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { cardsServer } from '#modules/money/cards/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { giftAidServer } from '#modules/money/gift-aid/index-server.ts'
import { givingServer, type DonationSucceeded } from '#modules/money/giving/index-server.ts'
import { receiptsServer, type TaxAddressAdded } from '#modules/money/receipts/index-server.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import type { App } from '../app.ts'
import { isRetryable } from '../database/db.ts'
import { reactToFailedDebits, reactToStartedDebits, postWordsOfPaidDebits } from './debit-reactions.ts'
import { mailFirstDonations, mailLargeDonations, thankAutomatically } from './mail-reactions.ts'
import { donations, rollUpTotals } from './roll-up-totals.ts'
import type { OutboxEvent } from './outbox-event.ts'
import { writeDonationEvents, writeRefundEvents } from './webhook-reactions.ts'
import {
  continuePlans,
  recountLevels,
  updateReferrals,
  releaseRefundedLevels,
  recalculateSnapshots,
  subtractRefundsForCharities,
  subtractRefundsFromTotals,
  restoreForCharities,
  restoreTotals,
  notifyOfFailedRefunds,
  notifyOfRefunds,
  mailTeamsOfRefunds,
} from './refund-reactions.ts'

export type Reaction = (app: App, tx: Tx, events: readonly OutboxEvent[]) => Promise<void>

/**
 * The reactions to each kind of event. They run in this order, in the transaction that takes the events from the
 * outbox.
 */
export const reactions: Readonly<Record<string, readonly Reaction[]>> = {
  'refund.succeeded': [
    subtractRefundsFromTotals,
    subtractRefundsForCharities,
    releaseRefundedLevels,
    updateReferrals,
    recalculateSnapshots,
    notifyOfRefunds,
    mailTeamsOfRefunds,
    continuePlans,
    writeRefundEvents,
  ],
  'refund.failed': [
    restoreTotals,
    restoreForCharities,
    recountLevels,
    updateReferrals,
    recalculateSnapshots,
    notifyOfFailedRefunds,
    continuePlans,
  ],
  'donation.marked-as-zakat': [addMarkedZakat],
  'donation.tax-address-added': [restateForAddresses, copyAddressesToPlans, confirmDeclarations],
  'bank-debit.started': [reactToStartedDebits],
  'bank-debit.failed': [reactToFailedDebits],
  'donation.succeeded': [
    storeGuests,
    saveCards,
    closeBaskets,
    closeOccurrences,
    startPaidPlans,
    rollUpTotals,
    mailFirstDonations,
    mailLargeDonations,
    countLevels,
    creditReferers,
    sendReceipts,
    confirmDeclarations,
    mailClaimedLevels,
    thankAutomatically,
    sendCards,
    postWordsOfPaidDebits,
    rollUpForCharities,
    writeDonationEvents,
  ],
}

/** Adds donations that count as zakat since to their charities' figures; history and totals read the donation. */
function addMarkedZakat(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const marked = events.map(({ payload }) => payload as MarkedAsZakat)
  return workspaceServer.reactions.rollUpMarkedAsZakat(
    tx,
    marked.map(({ donationId, zakatEligible }) => ({ donationId, zakatEligible: BigInt(zakatEligible) })),
  )
}

/** Adds donations to the figures on their charities' homes. */
function rollUpForCharities(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  return workspaceServer.reactions.rollUpDonations(
    tx,
    donations(events).map(({ intentId }) => intentId),
  )
}

/** Replaces receipts that lack an address after the donor has provided it. */
async function restateForAddresses(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await receiptsServer.reactions.restateForAddresses(
    app,
    tx,
    events.map(({ payload }) => (payload as TaxAddressAdded).intentId),
  )
}

/** Confirms Gift Aid declarations for later donations, which a donation or its address just made. */
async function confirmDeclarations(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const intentIds = events.map(({ payload }) => (payload as TaxAddressAdded).intentId)
  await giftAidServer.reactions.confirmDeclarations(app, tx, intentIds)
}

/** Copies an address that was given for one donation of a plan to the plan, for its later receipts. */
async function copyAddressesToPlans(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await subscriptionsServer.reactions.copyTaxAddresses(
    app,
    tx,
    events.map(({ payload }) => (payload as TaxAddressAdded).intentId),
  )
}

/** Returns the plan of a donation, including the donation that started it. */
const planOf = ({ plan, startedPlan }: Pick<DonationSucceeded, 'plan' | 'startedPlan'>) => plan ?? startedPlan

/** Stores donors without an account as guests (S2 §3); existing guests are unchanged. */
async function storeGuests(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const guests = donations(events).flatMap((donation) => (donation.guest ? [donation.guest] : []))
  if (guests.length > 0) await insertGuests(app, tx, guests)
}

/**
 * Inserts guests. A failure is logged and doesn't block the other reactions, because the donation itself stores the
 * donor (S2 §8, accounts-10).
 */
async function insertGuests(
  app: App,
  tx: Tx,
  guests: Parameters<typeof identityServer.insertGuests>[1],
): Promise<void> {
  await sql`savepoint guests`.execute(tx)
  try {
    await identityServer.insertGuests(tx, guests, app.clock())
    await sql`release savepoint guests`.execute(tx)
  } catch (error) {
    if (isRetryable(error)) throw error
    await sql`rollback to savepoint guests`.execute(tx)
    if (guests.length > 1) for (const guest of guests) await insertGuests(app, tx, [guest])
    else app.log.error({ error, guestId: one(guests).id }, 'Error creating guest user')
  }
}

/** Removes paid lines from their basket, even if no request saw the payment succeed. */
async function closeBaskets(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await basketsServer.reactions.closeRounds(
    tx,
    donations(events).flatMap(({ basket }) => (basket ? [basket] : [])),
    app.clock(),
  )
}

/**
 * Closes the occurrences of paid subscription charges; a payment that closes none is logged as an error. The donor of a
 * late charge is notified.
 */
async function closeOccurrences(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const paid = donations(events).flatMap(({ plan, intentId, at }) =>
    plan ? [{ subscriptionId: plan.subscriptionId, keys: plan.keys, intentId, at }] : [],
  )
  if (paid.length === 0) return
  const wanted = paid.reduce((sum, { keys }) => sum + keys.length, 0)
  const closed = await subscriptionsServer.reactions.markOccurrencesPaid(tx, paid)
  if (closed !== wanted)
    app.log.error({ wanted, closed, paid }, 'a subscription was charged for occurrences that were not due')
  await subscriptionsServer.reactions.notifyLatePayments(app, tx, paid)
}

/** Starts plans whose first donation is now paid. */
async function startPaidPlans(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const started = donations(events).flatMap(({ startedPlan }) => (startedPlan ? [startedPlan.subscriptionId] : []))
  await subscriptionsServer.reactions.startPaidPlans(app, tx, started)
}

/** Saves cards that donors agreed to save with a donation that is now paid (payments-17). */
async function saveCards(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await cardsServer.reactions.saveCards(
    app,
    tx,
    donations(events).flatMap((donation) => (donation.keep ? [donation.keep] : [])),
  )
  await cardsServer.reactions.updateChargedCards(
    tx,
    donations(events).flatMap(({ chargedCard }) => chargedCard ?? []),
  )
}

async function countLevels(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const claims = donations(events).flatMap(({ intentId, plan, lines }) =>
    lines.flatMap(({ levelId, quantity, isLevelLimited }) =>
      levelId
        ? [
            {
              intentId,
              subscriptionId: plan?.subscriptionId,
              levelId: BigInt(levelId),
              quantity,
              isLimited: isLevelLimited,
            },
          ]
        : [],
    ),
  )
  if (claims.length === 0) return
  // A plan claims its level when it starts; the donation that fulfils the level takes the claim over.
  const ofPlans = claims.flatMap(({ subscriptionId, ...claim }) =>
    subscriptionId ? [{ ...claim, subscriptionId }] : [],
  )
  const own = claims.filter(({ subscriptionId }) => subscriptionId === undefined)
  const lost = [
    ...(await campaignsServer.reactions.transferPlanClaims(tx, ofPlans)),
    ...(await campaignsServer.reactions.countClaims(tx, own)),
  ]
  if (lost.length > 0)
    app.log.error({ intentIds: lost }, 'the giving level of a paid donation was sold out; notify the organizer')
}

/** Credits the link that a donation came through; a plan's donations are credited by their subscription. */
async function creditReferers(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await referralsServer.reactions.creditDonations(
    tx,
    donations(events).map((donation) => ({
      intentId: donation.intentId,
      subscriptionId: planOf(donation)?.subscriptionId ?? null,
    })),
  )
}

/**
 * Sends receipts, with links to cancel a plan and to refund a duplicate. Daily donations are summarized in one mail a
 * month.
 */
async function sendReceipts(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const list = donations(events)
  const intentIds = list.map((donation) => donation.intentId)
  const repeats = await paymentsServer.reactions.findRepeatsFromOtherVisits(tx, intentIds)
  const plans = list.flatMap((donation) => planOf(donation)?.subscriptionId ?? [])
  const links = await subscriptionsServer.receiptLinks(app, tx, plans)
  const taxAddressLinks = await receiptsServer.reactions.scheduleAddressReminders(app, tx, intentIds)
  await receiptsServer.reactions.issueReceipts(app, tx, intentIds, {
    taxAddressLinks,
    refundUrls: new Map(
      list.flatMap(({ intentId, at }) =>
        repeats.has(intentId)
          ? [[intentId, refundsServer.reactions.refundDuplicateLink(app, intentId, at)] as const]
          : [],
      ),
    ),
    unmailed: new Set(list.flatMap(({ intentId, plan }) => (plan?.isDaily ? [intentId] : []))),
    planLinks: new Map(
      list.flatMap((donation) => {
        const found = links.get(planOf(donation)?.subscriptionId ?? '')
        return found ? [[donation.intentId, found] as const] : []
      }),
    ),
  })
}

/** Sends the donor's email address to the organizer if the level requires it (S1 §6). */
async function mailClaimedLevels(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const claiming = donations(events).filter(({ lines }) => lines.some(({ levelId }) => levelId !== null))
  if (claiming.length > 0)
    await organizingServer.reactions.mailLevelEmails(
      app,
      tx,
      claiming.map(({ intentId }) => intentId),
    )
}

/** Sends the card of a dedicated donation, if its donor asked for one. */
async function sendCards(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await givingServer.reactions.sendDedicationCards(
    app,
    tx,
    donations(events).map(({ intentId }) => intentId),
  )
}
