import { type Attempt, findAttempt } from '#modules/money/payments/index.ts'
import { Problem } from '#shared/problem.ts'
import { returnUrlOf } from './charge.ts'
import type { GiftOrder } from '../order.ts'
import type { PaymentPayload } from './payment.ts'
import { payWith } from './pay-with.ts'
import { type GivingPorts, later, waits } from '../ports.ts'
import { recordOutcome } from './record-outcome.ts'
import { lookUp, resolve } from './resolve.ts'
import { settle } from './settle.ts'

/** The bank has said that it will say later: nobody is asking it at this moment. */
const wasHeardOf = ({ nextLookupAt, submittedAt }: Attempt): boolean =>
  nextLookupAt !== null && nextLookupAt > later(submittedAt, { seconds: waits.leaseSeconds })

/**
 * The same press again. Still under way in another process: not yet. Left behind by a crash: the provider is asked what
 * happened, and when it was never asked to charge, the donor is here and the same confirmation is made with the same
 * key.
 */
export async function resume(ports: GivingPorts, attempt: Attempt, payload: PaymentPayload): Promise<Attempt> {
  if (attempt.state !== 'SUBMITTED' && attempt.state !== 'UNKNOWN') return attempt
  if (attempt.nextLookupAt === null || attempt.nextLookupAt > ports.clock()) {
    if (attempt.state === 'UNKNOWN' || wasHeardOf(attempt)) return attempt
    throw new Problem('conflict', 'attempt-in-progress', { retryAfterSeconds: 1 })
  }
  const seen = await lookUp(ports, attempt)
  const order = attempt.order as GiftOrder
  // Refuses the card before the provider is asked; afterwards nothing is refused any more.
  const card =
    seen.kind === 'unconfirmed'
      ? await payWith(ports, payload, { accountId: order.donor.accountId, currency: attempt.currency })
      : undefined
  return recordOutcome(ports, attempt, async () => {
    if (card) {
      const outcome = await ports.providers.byName(attempt.provider).confirm({
        key: attempt.id,
        providerIntentId: attempt.providerIntentId,
        method: card.method,
        returnUrl: returnUrlOf(ports, order, attempt.intentId),
        keepForLater: card.keepForLater,
      })
      await settle(ports, attempt, outcome)
    } else await resolve(ports, attempt, seen)
    return (await findAttempt(ports, attempt.id))!
  })
}
