import { one } from '#shared/collections.ts'
import { dayMs, minuteMs } from '#shared/time.ts'
import type { Tx } from '#shared/ports.ts'
import { type Attempt, findAttemptInScope, countDeclinesOfCard } from '#modules/money/payments/index.ts'
import { declineClassOf, isProviderRefusal } from '#modules/money/payments/rules/declines.ts'
import { type DonationOrder, keyOfCharge, scopeOfCharge } from '#modules/money/giving/index.ts'
import { decideRetry, failuresBeforePause } from '#modules/recurring/plans/rules/dunning.ts'
import { inProgressStates } from '#modules/recurring/plans/rules/states.ts'
import { lockSubscription, saveSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import { suspendSubscription } from '../agreement/states/suspend-subscription.ts'
import { queueCancelChallenges } from '../agreement/managing/cancel-challenges-job.ts'
import { queueNotice } from '../agreement/queue-notice.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  type OccurrenceRow,
  occurrencesOfCharge,
} from '../agreement/schedule/occurrence-queries.ts'
import { fitToTotal } from '../agreement/schedule/fit-total.ts'
import { partitionOf } from '../rules/partitions.ts'
import { portionOf } from '../rules/portions.ts'

const minutes = (from: Date, count: number) => new Date(from.getTime() + count * minuteMs)

/** Minutes until a charge that the provider refused is requested again, so that the operator can correct the reason. */
export const refusedAgainMinutes = 60

/** Outcome of a claim that charged nothing and never will; `tryAt` is the next attempt. */
export type NotCharged = { readonly kind: 'not-charged'; readonly tryAt: Date }
/** Outcome of a claim whose saved card can't be charged, with the reason. */
export type CardRefused = { readonly kind: 'card-refused'; readonly code: string; readonly cardId: string | null }

/**
 * Records the result of a charge, for the worker that made it or the one that recovers its lease. The event of a
 * payment closes paid donations (`markOccurrencesPaid`) in the transaction that writes the ledger.
 */
export async function handleChargeOutcome(
  ports: SubscriptionPorts,
  ids: { readonly subscriptionId: string; readonly chargeId: string },
  known?: NotCharged | CardRefused,
): Promise<void> {
  const now = ports.clock()
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, ids.subscriptionId)
    const occurrences = (await occurrencesOfCharge(tx, ids.chargeId)).filter(
      ({ state }) => state === 'PROCESSING' || state === 'UNKNOWN',
    )
    if (!subscription || occurrences.length === 0) return
    // Read while the subscription is locked: a slow worker has either written its attempt by now or never will.
    const attempt = await findAttemptInScope(tx, scopeOfCharge(ids.chargeId), keyOfCharge)
    if (attempt) await handleAttempt(ports, tx, subscription, occurrences, attempt)
    else if (known?.kind === 'card-refused' && known.cardId === subscription.cardId)
      await handleDecline(ports, tx, subscription, occurrences, { code: known.code, tries: 0 })
    else await release(tx, subscription, occurrences, known?.kind === 'not-charged' ? known.tryAt : now)
    await fitToTotal(tx, subscription)
  })
}

async function handleAttempt(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  occurrences: readonly OccurrenceRow[],
  attempt: Attempt,
): Promise<void> {
  const now = ports.clock()
  switch (attempt.state) {
    // The event of the payment closes the donation.
    case 'SUCCEEDED':
      if (now.getTime() - attempt.submittedAt.getTime() > dayMs)
        ports.log.error(
          { subscriptionId: subscription.id, attemptId: attempt.id },
          'a paid donation of a subscription has not been closed for a day; it needs manual review',
        )
      return
    case 'DECLINED': {
      const code = attempt.declineCode ?? 'generic_decline'
      // The donor's own attempt, which they can repeat; the notice to them is still valid.
      if (occurrences.some(({ actionDeadline }) => actionDeadline !== null))
        return release(tx, subscription, occurrences, now)
      // The bank was never asked: the intent was cancelled before.
      if (code === 'never-confirmed' || code === 'abandoned')
        return release(tx, subscription, occurrences, minutes(now, 5))
      // The provider refused the request, so neither the bank nor the donor is the reason. It is sent again until the
      // donation is too late, like after an outage.
      if (isProviderRefusal(code)) return release(tx, subscription, occurrences, minutes(now, refusedAgainMinutes))
      // The donor has since chosen another card: the retry on its usual day is the first with it, and nothing is charged
      // before (recurring-31).
      const { cardId } = attempt.order as DonationOrder
      if (cardId !== undefined && cardId !== subscription.cardId)
        return handleDecline(ports, tx, subscription, occurrences, { code, decidedBy: 'generic_decline', tries: 0 })
      const tries = await countDeclinesOfCard(tx, attempt.id, new Date(now.getTime() - 30 * dayMs))
      return handleDecline(ports, tx, subscription, occurrences, { code, tries })
    }
    // Only a donor's own payment has a challenge; the donation waits for it until its deadline.
    case 'CHALLENGE':
      await changeOccurrences(tx, occurrences.map(waiting))
      // The plan may have been changed or ended since the claim.
      await queueCancelChallenges(ports, tx, subscription.id)
      return
    default: {
      const isOld = now.getTime() - attempt.submittedAt.getTime() > dayMs
      if (isOld)
        ports.log.error(
          { subscriptionId: subscription.id, attemptId: attempt.id, state: attempt.state },
          'a charge of a subscription has had no result for a day; it needs manual review',
        )
      await changeOccurrences(
        tx,
        occurrences.map((occurrence) => ({
          ...idOf(occurrence),
          from: ['PROCESSING', 'UNKNOWN'],
          state: 'UNKNOWN',
          leaseUntil: minutes(now, isOld ? 60 : 2),
        })),
      )
    }
  }
}

const sumOf = (occurrences: readonly OccurrenceRow[]): string =>
  String(occurrences.reduce((sum, { gift }) => sum + gift, 0n))

const idOf = ({ subscriptionId, key }: OccurrenceRow) => ({ subscriptionId, key })

/** The donor claimed it, not a worker, so it isn't retried without them. */
const waiting = (occurrence: OccurrenceRow): OccurrenceChange => ({
  ...idOf(occurrence),
  from: ['PROCESSING', 'UNKNOWN'],
  state: 'ACTION_REQUIRED',
  leaseUntil: null,
})

/** Applies changes that the donor made since the claim to the next attempt. */
const asAgreed = ({ portions, causes }: Subscription, { number }: OccurrenceRow): Partial<OccurrenceChange> => ({
  ...portionOf(portions, number),
  partition: partitionOf(causes),
})

/**
 * Releases claimed donations for another attempt or, if the subscription was paused or ended since, skips or cancels
 * them.
 */
async function release(tx: Tx, subscription: Subscription, all: readonly OccurrenceRow[], dueAt: Date): Promise<void> {
  const occurrences = all.filter(({ actionDeadline }) => actionDeadline === null)
  await changeOccurrences(tx, all.filter((occurrence) => !occurrences.includes(occurrence)).map(waiting))
  const back: OccurrenceChange[] = occurrences.map((occurrence) => ({
    ...idOf(occurrence),
    from: ['PROCESSING', 'UNKNOWN'],
    state: 'SCHEDULED',
    dueAt,
    chargeId: null,
    leaseUntil: null,
    delayedSince: occurrence.delayedSince ?? occurrence.dueAt,
    ...asAgreed(subscription, occurrence),
  }))
  await changeOccurrences(tx, back)
  if (subscription.state === 'active') return
  const isOver = subscription.state === 'cancelled' || subscription.state === 'ended'
  await changeOccurrences(
    tx,
    occurrences.map((occurrence): OccurrenceChange => ({
      ...idOf(occurrence),
      from: ['SCHEDULED'],
      ...(isOver ? { state: 'CANCELLED' } : { state: 'SKIPPED', skipReason: 'paused' }),
    })),
  )
}

/** `decidedBy`: the code that decides what follows, if the bank's is about a card that was replaced. */
async function handleDecline(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  occurrences: readonly OccurrenceRow[],
  { code, decidedBy = code, tries }: { readonly code: string; readonly decidedBy?: string; readonly tries: number },
): Promise<void> {
  const instant = ports.clock()
  const first = one(occurrences)
  const next = decideRetry({
    kind: subscription.schedule.kind,
    timeZone: subscription.timeZone,
    dueOn: first.on,
    code: decidedBy,
    declineClass: declineClassOf(decidedBy),
    retriesMade: first.retries,
    attemptsWithCard: tries,
    at: instant,
  })
  const keys = occurrences.map(({ key }) => key)
  const to = (change: Omit<OccurrenceChange, 'subscriptionId' | 'key' | 'from'>) =>
    changeOccurrences(
      tx,
      occurrences.map((occurrence) => ({
        ...idOf(occurrence),
        from: ['PROCESSING', 'UNKNOWN'],
        leaseUntil: null,
        declineCode: code,
        delayedSince: null,
        ...(change.state === 'SCHEDULED' ? asAgreed(subscription, occurrence) : {}),
        ...change,
      })),
    )
  switch (next.kind) {
    case 'retry':
      await to({ state: 'SCHEDULED', dueAt: next.at, retries: first.retries + 1, chargeId: null })
      if (first.retries === 0)
        await queueNotice(ports, tx, {
          kind: 'failed',
          subscriptionId: subscription.id,
          keys,
          nextAt: next.at.toISOString(),
          amount: sumOf(occurrences),
        })
      // The donor has paused or ended the subscription since, so the donation isn't retried.
      if (subscription.state !== 'active')
        await release(
          tx,
          subscription,
          occurrences.map((occurrence) => ({ ...occurrence, state: 'SCHEDULED' as const })),
          next.at,
        )
      return
    case 'require-action':
      await to({ state: 'ACTION_REQUIRED', actionDeadline: next.until })
      await queueNotice(ports, tx, { kind: 'needs-authentication', subscriptionId: subscription.id, keys })
      return
    case 'fail':
      return failDonations(ports, tx, subscription, occurrences, { code, needsCard: next.needsCard })
  }
}

/**
 * Fails the donations of one charge of a locked subscription, as one failure. Too many consecutive failures pause the
 * subscription, and a card that can't be charged again stops it at once (recurring-12).
 */
export async function failDonations(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  occurrences: readonly OccurrenceRow[],
  { code, needsCard }: { readonly code: string; readonly needsCard: boolean },
): Promise<void> {
  const instant = ports.clock()
  const keys = occurrences.map(({ key }) => key)
  await changeOccurrences(
    tx,
    occurrences.map((occurrence) => ({
      ...idOf(occurrence),
      from: inProgressStates,
      state: 'FAILED',
      leaseUntil: null,
      actionDeadline: null,
      declineCode: code,
      settledAt: instant,
    })),
  )
  const failures = subscription.failures + 1
  const counted = { ...subscription, failures }
  if (subscription.state !== 'active') await saveSubscription(tx, counted, instant)
  else if (needsCard) await suspendSubscription(ports, tx, counted, { state: 'needs-card', reason: 'card', keys })
  else if (failures >= failuresBeforePause(subscription.schedule.kind))
    await suspendSubscription(ports, tx, counted, { state: 'paused', reason: 'failures', keys })
  else {
    await saveSubscription(tx, counted, instant)
    await queueNotice(ports, tx, { kind: 'failed', subscriptionId: subscription.id, keys, amount: sumOf(occurrences) })
  }
}
