import { instantIn } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { isProblem, Problem } from '#shared/problem.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { chargeableCardOfPlan } from '../donor/plan-donor.ts'
import { toCardFault } from './card-fault.ts'
import { openCauses } from '../pricing/compose-charge.ts'
import { rescheduleOccurrences } from '../schedule/reschedule.ts'
import { manage, type ManageRequest, findOpenableSubscription } from './manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription, findEndingPauses, saveSubscription, type Subscription } from '../subscription-queries.ts'
import { suspendSubscription } from '../states/suspend-subscription.ts'
import { queueNotice } from '../queue-notice.ts'
import { notifyOfChange } from './notify-change.ts'

/**
 * Resumes a subscription from now on; donations of the pause stay skipped. Throws with faults at `cardId` if the card
 * can't be charged, and while none of its charities is verified or its hosted pages are unpublished.
 */
export async function resumeSubscription(
  ports: SubscriptionPorts,
  request: Omit<ManageRequest, 'act' | 'details'>,
): Promise<Subscription> {
  const before = await findOpenableSubscription(ports, request.by)
  const months = await monthsFor(ports, before.calendar)
  await chargeableCardOfPlan(ports, before).catch((error: unknown) => {
    throw toCardFault(error)
  })
  const now = ports.clock()
  const { causes, excluded } = await openCauses(ports, before, localDateIn(before.timeZone, now))
  if (causes.length === 0 && excluded.some(({ reason }) => reason === 'charity'))
    throw new Problem('conflict', 'charity-not-verified')
  if (causes.length === 0 && before.reason === 'page') throw new Problem('conflict', 'campaign-closed')
  return manage(ports, { ...request, act: 'subscriptions.resumed' }, async (tx, subscription) => {
    if (subscription.state === 'active') return
    if (subscription.cardId !== before.cardId) throw new Problem('conflict', 'subscription-changed')
    if (subscription.consentUntil < localDateIn(subscription.timeZone, now))
      throw new Problem('conflict', 'agreement-ended')
    await reactivate(ports, tx, subscription, months, now)
  })
}

/** Reactivates a locked subscription from `since` on and resets its failure count. */
export async function reactivate(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  months: HijriMonths,
  since: Date,
): Promise<void> {
  const active: Subscription = { ...subscription, state: 'active', reason: null, resumesOn: null, failures: 0 }
  await saveSubscription(tx, active, ports.clock())
  await rescheduleOccurrences(tx, active, months, since, ports.clock())
  if (subscription.reason === 'email-unconfirmed')
    return queueNotice(ports, tx, { kind: 'confirmed', subscriptionId: subscription.id })
  await notifyOfChange(ports, tx, subscription, 'resumed')
}

/**
 * Ends pauses whose last day has passed in the plan's time zone. A plan whose card was removed then waits for another
 * card. Returns the number of pauses ended.
 */
export async function resumeDatedPauses(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const ending = await findEndingPauses(ports.db, now, limit)
  let ended = 0
  for (const plan of ending) {
    const { id } = plan
    const months = await monthsFor(ports, plan.calendar)
    const isChargeable = await chargeableCardOfPlan(ports, plan).then(
      () => true,
      (error: unknown) => {
        if (isProblem(error)) return false
        throw error
      },
    )
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      if (
        subscription?.state !== 'paused' ||
        subscription.resumesOn === null ||
        !hasBegun(subscription.resumesOn, subscription, now)
      )
        return
      ended += 1
      if (isChargeable)
        await reactivate(
          ports,
          tx,
          subscription,
          months,
          instantIn(subscription.timeZone, subscription.resumesOn, { hour: 0 }),
        )
      else await suspendSubscription(ports, tx, subscription, { state: 'needs-card', reason: 'card' })
    })
  }
  return ended
}

const hasBegun = (day: LocalDate, { timeZone }: Subscription, now: Date): boolean => localDateIn(timeZone, now) >= day
