import { one } from '#shared/collections.ts'
import { findLiveIntent } from '#modules/money/payments/index.ts'
import { failDonations } from './charge-outcome.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { lockSubscription } from '../agreement/subscription-queries.ts'
import { fitToTotal } from '../agreement/schedule/fit-total.ts'
import { occurrencesOfCharge } from '../agreement/schedule/occurrence-queries.ts'
import { occurrenceReferenceOf } from '../agreement/schedule/occurrence-reference.ts'
import { unansweredCharges } from '../agreement/deadline-queries.ts'

/**
 * Fails donations that waited seven days for their donor's challenge (recurring-13), except those with a payment in
 * progress. Returns the number of failed charges.
 */
export async function failUnansweredChallenges(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const waiting = await ports.write((tx) => unansweredCharges(tx, now, limit))
  let failed = 0
  for (const { subscriptionId, chargeId } of waiting)
    failed += await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, subscriptionId)
      const occurrences = (await occurrencesOfCharge(tx, chargeId)).filter(
        ({ state, actionDeadline }) => state === 'ACTION_REQUIRED' && actionDeadline !== null && actionDeadline <= now,
      )
      if (!subscription || occurrences.length === 0) return 0
      for (const occurrence of occurrences) if (await findLiveIntent(tx, occurrenceReferenceOf(occurrence))) return 0
      await failDonations(ports, tx, subscription, occurrences, {
        code: one(occurrences).declineCode ?? 'authentication_required',
        needsCard: false,
      })
      await fitToTotal(tx, subscription)
      return 1
    })
  return failed
}
