import { addDays } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { record } from '#modules/platform/audit/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { queueNotice } from '../queue-notice.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { aheadDays, scheduleUntil } from '../schedule/schedule-donations.ts'
import { lockSubscription, type Subscription } from '../subscription-queries.ts'

/**
 * Handles plans whose first donation was paid: schedules the next ones, and mails the donor the agreement with a link
 * to manage it. Runs in the transaction that takes the event from the outbox, so it happens once.
 */
export async function startPaidPlans(
  ports: SubscriptionPorts,
  tx: Tx,
  subscriptionIds: readonly string[],
): Promise<void> {
  for (const id of subscriptionIds.toSorted()) {
    const plan = await lockSubscription(tx, id)
    if (!plan) continue
    const now = ports.clock()
    if (plan.state === 'active')
      await scheduleUntil(
        tx,
        plan,
        await monthsFor({ db: tx }, plan.calendar),
        now,
        addDays(localDateIn('UTC', now), aheadDays),
      )
    await recordStart(tx, plan)
    await queueNotice(ports, tx, { kind: plan.state === 'needs-card' ? 'needs-card' : 'confirmed', subscriptionId: id })
  }
}

const recordStart = (tx: Tx, { id, accountId, planId, details, createdAt }: Subscription) =>
  record(tx, {
    actor: accountId ? { kind: 'account', id: accountId } : { kind: 'visitor' },
    act: 'subscriptions.begun',
    object: `subscription:${id}`,
    at: createdAt,
    ip: details.ip,
    details: { plan: planId, agreed: details.agreedVersion },
  })
