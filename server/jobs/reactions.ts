import { agreementServer } from '#modules/recurring/agreement/index-server.ts'
import { noticesServer } from '#modules/recurring/notices/index-server.ts'
import { billingServer } from '#modules/recurring/billing/index-server.ts'
import { referralsServer } from '#modules/organizers/referrals/index-server.ts'
import { organizingServer } from '#modules/organizers/organizing/index-server.ts'
import { type MarkedAsZakat } from '#modules/money/zakat-marking/index-server.ts'
import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import { basketsServer } from '#modules/money/baskets/index-server.ts'
import { campaignsServer } from '#modules/causes/campaigns/index-server.ts'
import { cardsServer } from '#modules/money/cards/index-server.ts'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { givingServer, type DonationSucceeded } from '#modules/money/giving/index-server.ts'
import { receiptsServer } from '#modules/money/receipts/index-server.ts'
import { paymentsServer } from '#modules/money/payments/index-server.ts'
import { taxAddressesServer, type TaxAddressAdded } from '#modules/money/tax-addresses/index-server.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import type { App } from '../app.ts'
import { isRetryable } from '../database/db.ts'
import { mailFailedDebits, mailStartedDebits, postWaitingWords } from './debit-reactions.ts'
import type { OutboxEvent } from './outbox-event.ts'
import {
  countLevelsAgain,
  updateReferrals,
  releaseRefundedLevels,
  recalculateSnapshots,
  subtractRefundsFromTotals,
  restoreTotals,
  notifyOfFailedRefunds,
  notifyOfRefunds,
} from './refund-reactions.ts'

export type Reaction = (app: App, tx: Tx, events: readonly OutboxEvent[]) => Promise<void>

/**
 * What follows what. Reactions to facts of one kind run in this order, in the transaction that takes them from the
 * outbox.
 */
export const reactions: Readonly<Record<string, readonly Reaction[]>> = {
  'refund.succeeded': [
    subtractRefundsFromTotals,
    releaseRefundedLevels,
    updateReferrals,
    recalculateSnapshots,
    notifyOfRefunds,
  ],
  'refund.failed': [restoreTotals, countLevelsAgain, updateReferrals, recalculateSnapshots, notifyOfFailedRefunds],
  'donation.marked-as-zakat': [logMarkedDonations],
  'donation.tax-address-added': [restateForAddresses, copyAddressesToPlans],
  'bank-debit.started': [mailStartedDebits],
  'bank-debit.failed': [mailFailedDebits],
  'donation.succeeded': [
    keepGuests,
    saveCards,
    closeBaskets,
    closeOccurrences,
    startPaidPlans,
    rollUpTotals,
    mailFirstDonations,
    countLevels,
    creditReferers,
    sendReceipts,
    mailClaimedLevels,
    sendCards,
    postWaitingWords,
  ],
}

/** Logs only: no other table copies what counts as zakat; history and totals of a year read the donation. */
async function logMarkedDonations(app: App, _tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  for (const { payload } of events)
    app.log.debug({ donationId: (payload as MarkedAsZakat).donationId }, 'an earlier donation counts as zakat')
}

/** Receipts that lack the address of a donor who has given it since. */
async function restateForAddresses(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await receiptsServer.reactions.restateForAddresses(
    app,
    tx,
    events.map(({ payload }) => (payload as TaxAddressAdded).intentId),
  )
}

/** Plans whose later receipts have the address that was given for one of their donations. */
async function copyAddressesToPlans(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await agreementServer.reactions.copyTaxAddresses(
    app,
    tx,
    events.map(({ payload }) => (payload as TaxAddressAdded).intentId),
  )
}

const donations = (events: readonly OutboxEvent[]) =>
  events.map((event) => ({ ...(event.payload as DonationSucceeded), at: event.occurred_at }))

/** The plan that a gift is of, its first included. */
const planOf = ({ plan, startedPlan }: Pick<DonationSucceeded, 'plan' | 'startedPlan'>) => plan ?? startedPlan

/** Donors without an account, as guests (S2 §3); one that was made before is left as it is. */
async function keepGuests(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const guests = donations(events).flatMap((donation) => (donation.guest ? [donation.guest] : []))
  if (guests.length > 0) await makeGuests(app, tx, guests)
}

/**
 * One that cannot be made is logged and holds up nothing else that follows: the gift itself says who gave it (S2 §8,
 * accounts-10).
 */
async function makeGuests(app: App, tx: Tx, guests: Parameters<typeof identityServer.insertGuests>[1]): Promise<void> {
  await sql`savepoint guests`.execute(tx)
  try {
    await identityServer.insertGuests(tx, guests, app.clock())
    await sql`release savepoint guests`.execute(tx)
  } catch (error) {
    if (isRetryable(error)) throw error
    await sql`rollback to savepoint guests`.execute(tx)
    if (guests.length > 1) for (const guest of guests) await makeGuests(app, tx, [guest])
    else app.log.error({ error, guestId: one(guests).id }, 'Error creating guest user')
  }
}

/** What was paid leaves its basket, also when no request was there to see it paid. */
async function closeBaskets(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await basketsServer.reactions.closeRounds(
    tx,
    donations(events).flatMap(({ basket }) => (basket ? [basket] : [])),
    app.clock(),
  )
}

/**
 * Closes the occurrences of paid charges of subscriptions; one that its payment does not close is logged as an error.
 * The donor of a late charge is notified.
 */
async function closeOccurrences(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const paid = donations(events).flatMap(({ plan, intentId, at }) =>
    plan ? [{ subscriptionId: plan.subscriptionId, keys: plan.keys, intentId, at }] : [],
  )
  if (paid.length === 0) return
  const wanted = paid.reduce((sum, { keys }) => sum + keys.length, 0)
  const closed = await billingServer.reactions.closePaid(tx, paid)
  if (closed !== wanted)
    app.log.error(
      { wanted, closed, paid },
      'a payment of a subscription was made for gifts that were not waiting for one',
    )
  await noticesServer.reactions.notifyLatePayments(app, tx, paid)
}

/** Plans that began with a donation, now that it is paid. */
async function startPaidPlans(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const started = donations(events).flatMap(({ startedPlan }) => (startedPlan ? [startedPlan.subscriptionId] : []))
  await agreementServer.reactions.startPaidPlans(app, tx, started)
}

/** Cards that donors agreed to keep while giving, now that the gift is paid (payments-17). */
async function saveCards(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  await cardsServer.reactions.saveCards(
    app,
    tx,
    donations(events).flatMap((donation) => (donation.keep ? [donation.keep] : [])),
  )
}

/** Raised, gifts and donors of each campaign: one update per campaign and batch, never one per gift (ledger-9). */
async function rollUpTotals(_app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
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
      sum.donorKeys.push(Buffer.from(donation.donorKey, 'base64'))
      if (donation.at > sum.lastDonationAt) sum.lastDonationAt = donation.at
      sums.set(line.campaignId, sum)
    }
  await campaignsServer.reactions.addToTotals(tx, [...sums.values()])
}

/** Members and team of a fundraiser, when it has its first donation. */
async function mailFirstDonations(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const lines = donations(events)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .flatMap((donation) => donation.lines)
    .map(({ campaignId, gift }) => ({ campaignId: BigInt(campaignId), gift: BigInt(gift) }))
  await organizingServer.reactions.mailFirstDonations(app, tx, lines)
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
  // A plan has claimed its place when it began; the gift that brings the level takes the claim over.
  const ofPlans = claims.flatMap(({ subscriptionId, ...claim }) =>
    subscriptionId ? [{ ...claim, subscriptionId }] : [],
  )
  const own = claims.filter(({ subscriptionId }) => subscriptionId === undefined)
  const lost = [
    ...(await campaignsServer.reactions.passPlanClaims(tx, ofPlans)),
    ...(await campaignsServer.reactions.countClaims(tx, own)),
  ]
  if (lost.length > 0)
    app.log.error(
      { intentIds: lost },
      'a paid gift came after its giving level had gone to others; the organizer must be notified',
    )
}

/** Whose link a gift came through; that of a plan is known by its subscription. */
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
 * Sends receipts, with links to cancel a plan and to refund a duplicate; daily gifts are reported in one mail a month.
 */
async function sendReceipts(app: App, tx: Tx, events: readonly OutboxEvent[]): Promise<void> {
  const list = donations(events)
  const intentIds = list.map((donation) => donation.intentId)
  const repeats = await paymentsServer.reactions.findRepeatsFromOtherVisits(tx, intentIds)
  const plans = list.flatMap((donation) => planOf(donation)?.subscriptionId ?? [])
  const links = await agreementServer.receiptLinks(app, tx, plans)
  const taxAddressLinks = await taxAddressesServer.reactions.scheduleAddressReminders(app, tx, intentIds)
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

/** Where a level requires the donor's e-mail, its organizer gets it (S1 §6). */
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
