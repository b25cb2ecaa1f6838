import type { UnmatchedCharge } from '#modules/money/giving/index.ts'
import { findStuckAttempts } from '#modules/money/payments/index.ts'
import { queueForReview } from './queue-for-review.ts'
import type { RefundPorts } from '../ports.ts'
import { resolveSettledPayments } from '../queries/manual-reviews.ts'

/** Queues charges that the books don't have as paid, each once (payments-11). Returns the number of new cases. */
export async function queueUnmatchedCharges(
  ports: RefundPorts,
  unmatched: readonly UnmatchedCharge[],
): Promise<number> {
  let found = 0
  for (const { charge, intentId, reason } of unmatched) {
    const { chargeId, amount, currency } = charge
    const remainder = {
      intentId,
      provider: charge.provider,
      providerRefundId: chargeId,
      amount,
      currency,
      reason: `charge-${reason}` as const,
    }
    if (!(await ports.write((tx) => queueForReview(ports, tx, remainder)))) continue
    found += 1
    ports.log.error({ charge: chargeId, intentId, reason }, 'a charge of the provider is not paid in our books')
  }
  return found
}

/**
 * Queues payments that the system can't resolve (payments-5, payments-4), and resolves cases whose outcome was found.
 * Returns the number of new cases.
 */
export async function queueStuckPayments(ports: RefundPorts): Promise<number> {
  const stuck = await findStuckAttempts(ports.db)
  return ports.write(async (tx) => {
    await resolveSettledPayments(tx, ports.clock())
    let found = 0
    for (const { intentId, provider, providerIntentId, amount, currency, state } of stuck) {
      const reason = state === 'UNKNOWN' ? 'payment-unknown' : 'charge-other-amount'
      if (
        await queueForReview(ports, tx, {
          intentId,
          provider,
          providerRefundId: providerIntentId,
          amount,
          currency,
          reason,
        })
      )
        found += 1
    }
    return found
  })
}
