import { minuteMs } from '#shared/time.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { catchUp } from '#modules/recurring/plans/rules/catch-up.ts'
import { postponePastNight } from '#modules/recurring/plans/rules/night.ts'
import { canCharge } from './kill-switch/kill-switch.ts'
import { isCircuitOpen, recordResult } from './circuit-breaker.ts'
import { lockAvailableSubscriptions, lockSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import { suspendSubscription } from '../agreement/states/suspend-subscription.ts'
import { withLevel } from '../agreement/managing/level.ts'
import {
  type OccurrenceChange,
  changeOccurrences,
  type OccurrenceRow,
  occurrencesOfCharge,
} from '../agreement/schedule/occurrence-queries.ts'
import { dueOccurrences, dueSubscriptions, claimOccurrences } from '../agreement/schedule/claim-queries.ts'
import { composeCharge, type ExcludedCause } from '../agreement/pricing/compose-charge.ts'
import { fitToTotal } from '../agreement/schedule/fit-total.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { endPlanWithoutCauses } from './end-plan-without-causes.ts'
import { faultOfPlan } from './verification-queries.ts'
import { handleChargeOutcome, refusedAgainMinutes } from './charge-outcome.ts'
import { payOccurrences } from './pay-occurrences.ts'
import { queueNotice } from '../agreement/queue-notice.ts'
import { type SubscriptionPorts } from '../agreement/ports.ts'
import { isNoticeSent } from '../notices/notice-queries.ts'
import { isInUncertainNight } from '../rules/uncertain-nights.ts'

/** Lease of a claim: a worker without a result after this is considered dead (recurring-3). */
const leaseMinutes = 5
/**
 * Delay before the next attempt if nothing was requested: the provider was unavailable, or another payment for the
 * donation was in progress.
 */
const againMinutes = 5

/** The claimed donations of one subscription, charged in one payment. */
type ClaimedCharge = {
  readonly subscription: Subscription
  readonly chargeId: string
  readonly due: readonly OccurrenceRow[]
}

/** Resolves when the provider's rate limit allows another charge (recurring-5). */
export type Pace = () => Promise<void>

const minutes = (from: Date, count: number) => new Date(from.getTime() + count * minuteMs)

/**
 * Charges due donations, one batch of subscriptions at a time: claim, charge, record. Any number of workers can run it
 * concurrently: one of them claims a donation and commits the claim before the charge. Returns the number of charges;
 * 0 while charging is stopped (`canCharge`).
 */
export async function chargeDue(
  ports: SubscriptionPorts,
  {
    limit = 500,
    concurrency = 128,
    pace,
  }: { readonly limit?: number; readonly concurrency?: number; readonly pace?: Pace } = {},
): Promise<number> {
  if (isCircuitOpen(ports) || !(await canCharge(ports))) return 0
  const claimed = await claimDueSubscriptions(ports, limit)
  const queue = [...claimed]
  await Promise.all(
    Array.from({ length: Math.min(concurrency, queue.length) }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) {
        await pace?.()
        await chargeOne(ports, next)
      }
    }),
  )
  return claimed.length
}

async function claimDueSubscriptions(ports: SubscriptionPorts, limit: number): Promise<ClaimedCharge[]> {
  const now = ports.clock()
  return ports.write(async (tx) => {
    const subscriptions = await lockAvailableSubscriptions(tx, await dueSubscriptions(tx, now, limit))
    for (const subscription of subscriptions) await fitToTotal(tx, subscription)
    const due = await dueOccurrences(
      tx,
      subscriptions.map(({ id }) => id),
      now,
    )
    const bySubscription = Map.groupBy(due, ({ subscriptionId }) => subscriptionId)
    const claimed: ClaimedCharge[] = []
    const occurrences: OccurrenceRow[] = []
    const untilMorning: OccurrenceChange[] = []
    // Computed once for each time zone of a batch.
    const mornings = new Map<string, Date>()
    for (const subscription of subscriptions) {
      const morning = mornings.get(subscription.timeZone) ?? postponePastNight(now, subscription.timeZone)
      mornings.set(subscription.timeZone, morning)
      const isNight = morning > now
      const { missed, byNight, charges } = chargesOf(subscription, bySubscription.get(subscription.id) ?? [], {
        now,
        isNight,
      })
      if (missed.length > 0) {
        occurrences.push(...missed)
        await queueNotice(ports, tx, {
          kind: 'missed',
          subscriptionId: subscription.id,
          keys: missed.map(({ key }) => key),
        })
      }
      for (const { key, dueAt, delayedSince } of byNight)
        untilMorning.push({
          subscriptionId: subscription.id,
          key,
          from: ['SCHEDULED'],
          state: 'SCHEDULED',
          dueAt: morning,
          delayedSince: delayedSince ?? dueAt,
        })
      for (const [index, list] of charges.entries()) {
        const chargeId = ports.newId()
        claimed.push({
          subscription: index === 0 ? await withLevel(tx, subscription, chargeId) : subscription,
          chargeId,
          due: list,
        })
      }
    }
    await changeOccurrences(
      tx,
      occurrences.map(({ subscriptionId, key }) => ({
        subscriptionId,
        key,
        from: ['SCHEDULED'],
        state: 'SKIPPED',
        skipReason: 'outage',
        delayedSince: null,
      })),
    )
    await changeOccurrences(tx, untilMorning)
    await claimOccurrences(
      tx,
      claimed.flatMap(({ chargeId, due: list }) =>
        list.map(({ subscriptionId, key }) => ({ subscriptionId, key, chargeId })),
      ),
      minutes(now, leaseMinutes),
    )
    return claimed
  })
}

/**
 * Groups the due donations of one subscription into payments. Retries and first attempts are separate payments, so each
 * has its own attempts. Lateness counts from the first due time, however long the provider was unavailable. Charges
 * that would fall at night in the donor's time zone wait until 04:00.
 */
function chargesOf(
  subscription: Subscription,
  occurrences: readonly OccurrenceRow[],
  { now, isNight }: { readonly now: Date; readonly isNight: boolean },
): { readonly missed: OccurrenceRow[]; readonly byNight: OccurrenceRow[]; readonly charges: OccurrenceRow[][] } {
  const [first, again] = [
    occurrences.filter(({ retries }) => retries === 0),
    occurrences.filter(({ retries }) => retries > 0),
  ].map((list) => {
    const { collect, skip } = catchUp(
      list.map(({ key, dueAt, delayedSince }) => ({ key, dueAt: delayedSince ?? dueAt })),
      now,
    )
    const pick = (keys: readonly string[]) => list.filter(({ key }) => keys.includes(key))
    return { collect: pick(collect), skip: pick(skip) }
  }) as [CatchUpRows, CatchUpRows]
  const canBeAsked = (donation: OccurrenceRow) => !isNight || isInUncertainNight(donation, subscription, now)
  const collect = [first.collect, again.collect]
  return {
    missed: [...first.skip, ...again.skip],
    byNight: collect.flat().filter((donation) => !canBeAsked(donation)),
    charges: collect.map((list) => list.filter(canBeAsked)).filter((list) => list.length > 0),
  }
}

type CatchUpRows = { readonly collect: OccurrenceRow[]; readonly skip: OccurrenceRow[] }

/** Makes one charge. Never throws, so an error doesn't stop the other charges. */
async function chargeOne(ports: SubscriptionPorts, { subscription, chargeId, due }: ClaimedCharge): Promise<void> {
  const ids = { subscriptionId: subscription.id, chargeId }
  try {
    await ports.failpoint('after_claim')
    if (isCircuitOpen(ports)) throw new Problem('server', 'payment-unavailable')
    const composed = await composeCharge(ports, subscription, { chargeId, due })
    if (composed.kind === 'order') {
      if (composed.excluded.length > 0) await notifyOfExcludedCauses(ports, subscription, composed.excluded, due)
      const { state } = await payOccurrences(ports, subscription, {
        order: composed.order,
        currency: composed.currency,
        chargeId,
        due,
        isOffSession: true,
      })
      recordResult(ports, state !== 'UNKNOWN')
      // The event of the payment closes paid donations.
      if (state !== 'SUCCEEDED') await handleChargeOutcome(ports, ids)
    } else await skipWithoutCause(ports, ids, composed.kind === 'no-causes' ? composed.reason : 'causes')
  } catch (error) {
    await recordRefusal(ports, ids, subscription, error).catch((failure: unknown) =>
      logChargeError(ports, ids, failure),
    )
  }
}

type ChargeOf = { readonly subscriptionId: string; readonly chargeId: string }

/**
 * Records why nothing was charged. An unavailable database is no such reason: the result is looked up when the lease
 * expires.
 */
async function recordRefusal(
  ports: SubscriptionPorts,
  charge: ChargeOf,
  subscription: Subscription,
  error: unknown,
): Promise<void> {
  if (!isProblem(error) || error.code === 'database-unavailable') return logChargeError(ports, charge, error)
  if (error.code === 'payment-unavailable') recordResult(ports, false)
  const card = cardCode(error)
  const tryAt = minutes(ports.clock(), error.code === 'payment-refused' ? refusedAgainMinutes : againMinutes)
  await handleChargeOutcome(
    ports,
    charge,
    card ? { kind: 'card-refused', code: card, cardId: subscription.cardId } : { kind: 'not-charged', tryAt },
  )
}

const logChargeError = (ports: SubscriptionPorts, charge: ChargeOf, error: unknown): void =>
  ports.log.error(
    { error: isProblem(error) ? error.code : error, ...charge },
    'charging a donation of a subscription failed; it is looked up when its lease expires',
  )

/** Returns our decline code for a card that is missing here, so that no bank was asked. */
const cardCode = (problem: Problem): string | undefined =>
  problem.fields.cardID?.code === undefined ? undefined : 'card_removed'

/**
 * Notifies the donor of causes that receive no share, once, with the first donation without them. The other causes get
 * that share.
 */
async function notifyOfExcludedCauses(
  ports: SubscriptionPorts,
  { id }: Subscription,
  excluded: readonly ExcludedCause[],
  due: readonly OccurrenceRow[],
): Promise<void> {
  const noticeId = `causes-excluded.${id}.${excluded.map(({ campaignId, reason }) => `${campaignId}-${reason}`).join('.')}`
  if (await isNoticeSent(ports.db, id, noticeId)) return
  const notice = { kind: 'causes-excluded', keys: due.map(({ key }) => key), excluded, id: noticeId } as const
  await ports.write((tx) => queueNotice(ports, tx, { ...notice, subscriptionId: id }))
}

/**
 * Skips a donation without an open or verified cause, or whose donor was erased, and asks the donor to choose other
 * causes. A plan whose causes are all over ends, and one that waits for a hosted page pauses until the page is public
 * again (pages-14).
 */
async function skipWithoutCause(
  ports: SubscriptionPorts,
  ids: { subscriptionId: string; chargeId: string },
  reason: 'causes' | 'zakat' | 'charity',
): Promise<void> {
  await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, ids.subscriptionId)
    const occurrences = (await occurrencesOfCharge(tx, ids.chargeId)).filter(({ state }) => state === 'PROCESSING')
    if (!subscription || occurrences.length === 0) return
    const keys = occurrences.map(({ key }) => key)
    const id = (key: string) => ({ subscriptionId: ids.subscriptionId, key })
    await changeOccurrences(
      tx,
      keys.map((key) => ({ ...id(key), from: ['PROCESSING'], state: 'SCHEDULED', chargeId: null, leaseUntil: null })),
    )
    await changeOccurrences(
      tx,
      keys.map((key) => ({ ...id(key), from: ['SCHEDULED'], state: 'SKIPPED', skipReason: 'causes' })),
    )
    if (!isActive(subscription.state)) return
    const fault = await faultOfPlan(tx, subscription.id, ports.clock())
    if (fault.over) await endPlanWithoutCauses(ports, tx, subscription, fault.over)
    else if (subscription.state === 'active')
      await suspendSubscription(ports, tx, subscription, {
        state: 'paused',
        reason: reason === 'causes' ? (fault.pause ?? reason) : reason,
        keys,
      })
  })
}
