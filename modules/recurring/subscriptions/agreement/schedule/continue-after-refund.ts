import { addDays } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription } from '../subscription-queries.ts'
import { aheadDays, scheduleUntil } from './schedule-donations.ts'

/**
 * Schedules the donations of plans with a total anew after a refund or a returned one, because the total counts what
 * stayed (recurring-32). A plan that has ended stays ended.
 */
export async function continueAfterRefund(
  ports: Pick<SubscriptionPorts, 'clock'>,
  tx: Tx,
  intentIds: readonly string[],
): Promise<void> {
  if (intentIds.length === 0) return
  const plans = await tx
    .selectFrom('giving.donation as d')
    .innerJoin('subscriptions.subscription as s', 's.id', 'd.subscription_id')
    .select('s.id')
    .distinct()
    .where('d.intent_id', 'in', [...intentIds])
    .where('s.total', 'is not', null)
    .where('s.state', '=', 'active')
    .orderBy('s.id')
    .execute()
  const now = ports.clock()
  for (const { id } of plans) {
    const plan = await lockSubscription(tx, id)
    if (plan?.state !== 'active') continue
    const months = await monthsFor({ db: tx }, plan.calendar)
    await scheduleUntil(tx, plan, months, now, addDays(localDateIn('UTC', now), aheadDays))
  }
}
