import { one } from '#shared/collections.ts'
import { dayMs, minuteMs } from '#shared/time.ts'
import type { Answer, RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import type { Attempt } from '#modules/money/payments/index.ts'
import { type DonationOrder, paymentRefused } from '#modules/money/giving/index.ts'
import { toCardFault } from '../agreement/managing/card-fault.ts'
import { type PlanRequester, findOpenableSubscription } from '../agreement/managing/manage.ts'
import { lockSubscription, saveSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import { withLevel } from '../agreement/managing/level.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  findOccurrence,
  type OccurrenceRow,
  occurrencesOf,
  occurrencesOfCharge,
} from '../agreement/schedule/occurrence-queries.ts'
import { chargeOf, findDonationsPaidTogether, findActivePayment } from '../agreement/pricing/charge-now.ts'
import { composeCharge } from '../agreement/pricing/compose-charge.ts'
import { fitToTotal } from '../agreement/schedule/fit-total.ts'
import { asAgreedNow } from '../rules/agreed-amounts.ts'
import { portionOf } from '../rules/portions.ts'
import type { DonationPayment } from '../contract-billing.ts'
import { isProviderRefusal } from '#modules/money/payments/rules/declines.ts'
import { afterPayment, toPaymentResponse } from './after-payment.ts'
import { cancelOutdatedChallenge } from './cancel-challenges.ts'
import { handleChargeOutcome } from './charge-outcome.ts'
import { payOccurrences } from './pay-occurrences.ts'
import { manageReturnUrl } from '../agreement/managing/links.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { fitsTotal, canBePaidNow } from '../rules/open-donations.ts'

const leaseMinutes = 5
/** Days in which a donor can still complete the challenge (recurring-13). */
const actionDeadlineDays = 7
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

type DonationClaim =
  | {
      readonly kind: 'claimed'
      readonly subscription: Subscription
      readonly chargeId: string
      readonly before: readonly OccurrenceRow[]
    }
  /** A payment is in progress or has succeeded. */
  | { readonly kind: 'active'; readonly attempt: Attempt; readonly donations: readonly OccurrenceRow[] }

/**
 * Pays a donation that failed or waits for a retry or its donor. The donor is present, so the bank may require a 3-D
 * Secure challenge. Claim and pipeline are those of every donation of a subscription, so concurrent requests charge
 * once. Another decline leaves the donation unchanged. The amount is the one agreed by now (recurring-31). Throws
 * `quote-changed`, charging nothing, if it differs from what the donor saw.
 */
export async function payDonation(
  ports: SubscriptionPorts,
  by: PlanRequester,
  context: Pick<RequestContext, 'ip'>,
  { key, quoteHash }: { readonly key: string; readonly quoteHash?: string | undefined },
): Promise<Answer<DonationPayment>> {
  const { id } = await findOpenableSubscription(ports, by)
  const rejectAnother = (order: DonationOrder, donations: readonly OccurrenceRow[]) => {
    const charge = chargeOf(order, donations)
    if (quoteHash !== undefined && quoteHash !== charge.quoteHash)
      throw new Problem('conflict', 'quote-changed', { more: { charge } })
  }
  await cancelOutdatedChallenge(ports, { subscriptionId: id, key })
  const claim = await claimDonation(ports, id, key)
  if (claim.kind === 'active') {
    // Completing the challenge pays the amount of that payment.
    if (claim.attempt.state === 'CHALLENGE') rejectAnother(claim.attempt.order as DonationOrder, claim.donations)
    return afterPayment(ports, by, claim.attempt.intentId)
  }
  const { subscription, chargeId, before } = claim
  const ids = { subscriptionId: id, chargeId }
  let attempt: Attempt
  try {
    const composed = await composeCharge(ports, subscription, { chargeId, due: before })
    if (composed.kind !== 'order') throw new Problem('conflict', 'nothing-to-give')
    rejectAnother(composed.order, before)
    attempt = await payOccurrences(ports, subscription, {
      order: {
        ...composed.order,
        donor: { ...composed.order.donor, ip: context.ip },
        ...(by.kind === 'link' ? { returnPath: manageReturnUrl(ports, subscription) } : {}),
      },
      currency: composed.currency,
      chargeId,
      due: before,
      isOffSession: false,
    })
  } catch (error) {
    // A `Problem` means that nothing was charged. Any other error, including an unavailable database, is looked up when
    // the lease expires.
    if (isProblem(error) && error.code !== 'database-unavailable') await restoreDonations(ports, ids, before)
    throw toCardFault(error)
  }
  try {
    if (attempt.state === 'DECLINED')
      await restoreDonations(ports, ids, before, isProviderRefusal(attempt.declineCode) ? null : attempt.declineCode)
    else if (attempt.state !== 'SUCCEEDED') await handleChargeOutcome(ports, ids)
  } catch (error) {
    // The payment is recorded; the donation is updated when the lease expires.
    ports.log.warn({ error, ...ids }, 'could not record the result of a charge with its donation')
  }
  if (attempt.state === 'DECLINED')
    throw isProviderRefusal(attempt.declineCode)
      ? paymentRefused()
      : new Problem('validation', 'payment-declined', { status: 402 })
  return toPaymentResponse(ports, attempt)
}

async function claimDonation(ports: SubscriptionPorts, subscriptionId: string, key: string): Promise<DonationClaim> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId)
    if (subscription) await fitToTotal(tx, subscription)
    const donation = await findOccurrence(tx, subscriptionId, key)
    if (!subscription || !donation) throw new Problem('not-found', 'not-found')
    const activePayment = await findActivePayment(tx, donation)
    if (activePayment)
      return { kind: 'active', attempt: activePayment, donations: await findDonationsPaidTogether(tx, donation) }
    if (donation.state === 'PROCESSING' || donation.state === 'UNKNOWN')
      throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 2 })
    const rows = await occurrencesOf(tx, subscriptionId)
    const before = asAgreedNow(await findDonationsPaidTogether(tx, donation), subscription, rows)
    const isOpen = canBePaidNow(donation, subscription, now)
    if (!isOpen || !before.every((row) => fitsTotal(row, subscription, rows)))
      throw new Problem('conflict', 'donation-not-open')
    const chargeId = ports.newId()
    const actionDeadline = (row: OccurrenceRow) => row.actionDeadline ?? later(now, actionDeadlineDays * dayMs)
    await changeOccurrences(tx, before.flatMap(reopened))
    await changeOccurrences(
      tx,
      before.map((row) => ({
        ...idOf(row),
        from: ['SCHEDULED', 'ACTION_REQUIRED'],
        state: 'PROCESSING',
        gift: row.gift,
        tip: row.tip,
        chargeId,
        leaseUntil: later(now, leaseMinutes * minuteMs),
        actionDeadline: actionDeadline(row),
        settledAt: null,
      })),
    )
    await fitToTotal(tx, subscription)
    // The failure was already counted, so another decline must not count again.
    if (donation.state === 'FAILED')
      await saveSubscription(tx, { ...subscription, failures: Math.max(0, subscription.failures - 1) }, now)
    return { kind: 'claimed', subscription: await withLevel(tx, subscription, chargeId), chargeId, before }
  })
}

const idOf = ({ subscriptionId, key }: OccurrenceRow) => ({ subscriptionId, key })
const reopened = (row: OccurrenceRow): OccurrenceChange[] =>
  row.state === 'FAILED' ? [{ ...idOf(row), from: ['FAILED'], state: 'SCHEDULED' }] : []

/** Restores donations for which nothing was charged, unless their subscription has ended since. */
async function restoreDonations(
  ports: SubscriptionPorts,
  ids: { readonly subscriptionId: string; readonly chargeId: string },
  before: readonly OccurrenceRow[],
  declineCode?: string | null,
): Promise<void> {
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, ids.subscriptionId)
    const occurrences = (await occurrencesOfCharge(tx, ids.chargeId)).filter(
      ({ state }) => state === 'PROCESSING' || state === 'UNKNOWN',
    )
    if (!subscription || occurrences.length === 0) return
    const rows = before.filter(({ key }) => occurrences.some((occurrence) => occurrence.key === key))
    await changeOccurrences(
      tx,
      rows.map((row) => ({
        ...restoringChange(row, ports.clock(), declineCode ?? row.declineCode),
        // The donor may have changed a retry meanwhile.
        ...(row.state === 'SCHEDULED' ? portionOf(subscription.portions, row.number) : {}),
      })),
    )
    const { state } = one(before)
    if (state === 'SCHEDULED') await endWaitingDonations(tx, subscription, rows)
    await fitToTotal(tx, subscription)
    if (state === 'FAILED')
      await saveSubscription(tx, { ...subscription, failures: subscription.failures + 1 }, ports.clock())
  })
}

function restoringChange(row: OccurrenceRow, now: Date, declineCode: string | null): OccurrenceChange {
  const id = { ...idOf(row), from: ['PROCESSING', 'UNKNOWN'] as const, leaseUntil: null, declineCode }
  if (row.state === 'FAILED') return { ...id, state: 'FAILED', actionDeadline: null, settledAt: row.settledAt ?? now }
  if (row.state === 'SCHEDULED')
    return { ...id, state: 'SCHEDULED', dueAt: row.dueAt, actionDeadline: null, chargeId: null }
  return { ...id, state: 'ACTION_REQUIRED', actionDeadline: row.actionDeadline }
}

/** Ends waiting donations of a subscription that is no longer active: skips them, or cancels them if it is over. */
async function endWaitingDonations(tx: Tx, { state }: Subscription, rows: readonly OccurrenceRow[]): Promise<void> {
  if (state === 'active') return
  const isOver = state === 'cancelled' || state === 'ended'
  await changeOccurrences(
    tx,
    rows.map((row) => ({
      ...idOf(row),
      from: ['SCHEDULED'],
      ...(isOver ? { state: 'CANCELLED' as const } : { state: 'SKIPPED' as const, skipReason: 'paused' as const }),
    })),
  )
}
