import { lastOf, required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isProblem } from '#shared/problem.ts'
import { plansEndAt, plansPauseAt } from '#modules/causes/organizations/rules/verification.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { chargeableCardOfPlan } from '../agreement/donor/plan-donor.ts'
import { endSubscription } from '../agreement/managing/cancel.ts'
import { findSubscription, lockSubscription } from '../agreement/subscription-queries.ts'
import { reactivate } from '../agreement/managing/resume.ts'
import { suspendSubscription } from '../agreement/states/suspend-subscription.ts'
import { queueNotice } from '../agreement/queue-notice.ts'
import { type SubscriptionPorts } from '../agreement/ports.ts'
import { endPlanWithoutCauses } from './end-plan-without-causes.ts'
import {
  expiredNoticeId,
  plansOfExpired,
  plansPausedForCharity,
  type PlanAndFault,
  plansWithoutCauses,
  plansToPause,
  plansToResume,
} from './verification-queries.ts'

/** Name of the job in the queue. */
export const expiredVerificationsTask = 'subscriptions:handle_expired_verifications'

const batch = 200

/**
 * Applies changes of charities and hosted pages to plans (content-7, pages-14). A plan ends when all its causes are
 * over. A plan without an open cause pauses while a page is unpublished, and continues with the next occurrence. When a
 * verification expires, donors are notified; plans without another cause pause 30 days later, or at once after a
 * rejection, continue after a renewal, and end 180 days after the expiry. Charging checks verification by the clock in
 * any case (`openCauses`, `campaigns.donation_refusal`).
 */
export async function handleExpiredVerifications(ports: SubscriptionPorts): Promise<void> {
  await endPlansWithoutCauses(ports)
  await notifyOfExpiry(ports)
  await pausePlans(ports)
  await resumePlans(ports)
  await endPlans(ports)
}

async function notifyOfExpiry(ports: SubscriptionPorts): Promise<void> {
  const expiredCharities = await plansOfExpired(ports.db, ports.clock(), batch)
  await ports.write(async (tx) => {
    for (const plan of expiredCharities) {
      const id = expiredNoticeId(plan)
      const pausesOn = localDateIn(
        plan.timeZone,
        required(
          plansPauseAt({ verificationState: 'verified', verifiedUntil: plan.verifiedUntil }),
          'pause of a verified charity',
        ),
      )
      const charity = { name: plan.name, nameAr: plan.nameAr, pausesOn }
      await queueNotice(ports, tx, { kind: 'charity-expired', subscriptionId: plan.subscriptionId, charity, id }, id)
    }
  })
  // A further run finds the remaining plans once these are mailed.
  if (expiredCharities.length === batch)
    await ports.write((tx) =>
      ports.enqueue(
        tx,
        expiredVerificationsTask,
        {},
        { runAt: new Date(ports.clock().getTime() + 60_000), key: expiredVerificationsTask },
      ),
    )
}

async function pausePlans(ports: SubscriptionPorts): Promise<void> {
  for (let list: PlanAndFault[] = []; ;) {
    list = await plansToPause(ports.db, ports.clock(), batch)
    for (const { id, reason } of list)
      await ports.write(async (tx) => {
        const subscription = await lockSubscription(tx, id)
        if (subscription?.state === 'active')
          await suspendSubscription(ports, tx, subscription, { state: 'paused', reason })
      })
    if (list.length < batch) return
  }
}

async function resumePlans(ports: SubscriptionPorts): Promise<void> {
  for (let list: string[] = []; ;) {
    list = await plansToResume(ports.db, ports.clock(), batch)
    for (const id of list) {
      const before = await findSubscription(ports.db, id)
      if (!before) continue
      const months = await monthsFor(ports, before.calendar)
      const isChargeable = await chargeableCardOfPlan(ports, before).then(
        () => true,
        (error: unknown) => {
          if (isProblem(error)) return false
          throw error
        },
      )
      await ports.write(async (tx) => {
        const subscription = await lockSubscription(tx, id)
        if (subscription?.state !== 'paused' || (subscription.reason !== 'charity' && subscription.reason !== 'page'))
          return
        if (isChargeable) await reactivate(ports, tx, subscription, months, ports.clock())
        else await suspendSubscription(ports, tx, subscription, { state: 'needs-card', reason: 'card' })
      })
    }
    if (list.length < batch) return
  }
}

/** Ends plans whose causes are all over and mails their donors (content-34, pages-14). */
async function endPlansWithoutCauses(ports: SubscriptionPorts): Promise<void> {
  for (let list: PlanAndFault[] = []; ;) {
    list = await plansWithoutCauses(ports.db, ports.clock(), batch)
    for (const { id, reason } of list)
      await ports.write(async (tx) => {
        const subscription = await lockSubscription(tx, id)
        if (subscription && isActive(subscription.state)) await endPlanWithoutCauses(ports, tx, subscription, reason)
      })
    if (list.length < batch) return
  }
}

async function endPlans(ports: SubscriptionPorts): Promise<void> {
  const now = ports.clock()
  for (
    let after: string | undefined, list: Awaited<ReturnType<typeof plansPausedForCharity>> = [];
    ;
    after = lastOf(list).id
  ) {
    list = await plansPausedForCharity(ports.db, now, after, batch)
    for (const { id } of list.filter(({ verifiedUntil, changedAt }) => plansEndAt({ verifiedUntil }, changedAt) <= now))
      await ports.write(async (tx) => {
        const subscription = await lockSubscription(tx, id)
        if (subscription?.state !== 'paused' || subscription.reason !== 'charity') return
        await endSubscription(ports, tx, subscription, now, { state: 'ended', reason: 'charity' })
        await queueNotice(ports, tx, { kind: 'ended', subscriptionId: id })
      })
    if (list.length < batch) return
  }
}
