import type { Attempt } from '#modules/money/payments/index.ts'
import type { DonationOrder } from '../order/order.ts'
import type { GivingPorts } from '../ports.ts'
import { recordAbandoned, recordLookup } from './record-outcome.ts'

/**
 * Cancels a 3-D Secure challenge that the donor abandoned. Afterwards an approval in the bank's app charges nothing. If
 * the payment succeeded before, that is recorded instead. Returns the attempt unchanged if it could neither be
 * cancelled nor has succeeded, for example because the provider doesn't respond. Challenges of plans have their own
 * rules and aren't cancelled.
 */
export async function cancelChallenge(ports: GivingPorts, attempt: Attempt): Promise<Attempt> {
  return (attempt.order as DonationOrder).plan ? attempt : cancelPlanChallenge(ports, attempt)
}

/** Cancels a challenge in the same way, also one of a plan's donation whose donor agreed to something else since. */
export async function cancelPlanChallenge(ports: GivingPorts, attempt: Attempt): Promise<Attempt> {
  if (attempt.state !== 'CHALLENGE') return attempt
  const lookup = await ports.providers.byName(attempt.provider).cancel(attempt.providerIntentId)
  if (lookup.kind === 'cancelled') return recordAbandoned(ports, attempt)
  const isPaid = lookup.kind === 'settled' && lookup.outcome.kind === 'succeeded'
  return isPaid ? recordLookup(ports, attempt, lookup) : attempt
}
