import type { HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { dayMs } from '#shared/time.ts'
import { declineClassOf } from '#modules/money/payments/rules/declines.ts'
import { postponePastNight } from '#modules/recurring/plans/rules/night.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { changeOccurrences, type OccurrenceRow, occurrencesOf } from '../schedule/occurrence-queries.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'
import { notifyOfChange } from './notify-change.ts'
import { reactivate } from './resume.ts'

/** Days in which donations that failed are retried once with a new card (recurring-14). */
const softDeclineDays = 7
/** More retries than dunning ever allows, so no other retry follows this one. */
const retriesExhausted = 9

/** Whether a new card ends the pause of a plan. */
export const isResumedByCard = ({ reason }: Subscription): boolean =>
  ['card', 'failures', 'dispute'].includes(reason ?? '')

/** Charges a locked plan to another card from now on (recurring-14). */
export async function replaceCard(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  { cardId, months }: { readonly cardId: string; readonly months: HijriMonths },
): Promise<void> {
  const now = ports.clock()
  const next: Subscription = { ...subscription, cardId }
  const isEnded = isResumedByCard(subscription)
  if (subscription.state === 'active' || isEnded)
    await retryFailedDonations(tx, await occurrencesOf(tx, subscription.id), now, subscription.timeZone)
  if (isEnded) return reactivate(ports, tx, next, months, now)
  await saveSubscription(tx, next, now)
  await notifyOfChange(ports, tx, subscription, 'changed')
}

/** Reschedules donations that failed with a soft decline in the last days, once (recurring-14). */
export async function retryFailedDonations(
  tx: Tx,
  rows: readonly OccurrenceRow[],
  now: Date,
  timeZone: string,
): Promise<void> {
  const since = now.getTime() - softDeclineDays * dayMs
  const soft = rows.filter(
    ({ state, settledAt, declineCode }) =>
      state === 'FAILED' &&
      settledAt !== null &&
      settledAt.getTime() >= since &&
      declineCode !== null &&
      declineClassOf(declineCode) === 'SOFT',
  )
  await changeOccurrences(
    tx,
    soft.map(({ subscriptionId, key }) => ({
      subscriptionId,
      key,
      from: ['FAILED'],
      state: 'SCHEDULED',
      dueAt: postponePastNight(now, timeZone),
      retries: retriesExhausted,
      chargeId: null,
      settledAt: null,
    })),
  )
}
