import type { UnmatchedCharge } from '#modules/money/giving/index-payment.ts'
import { stuckAttempts } from '#modules/money/payments/index-attempts.ts'
import { leaveToPerson } from './queue-for-review.ts'
import type { RefundPorts } from '../ports.ts'
import { endSettledPayments } from '../queries/left.ts'

/** Charges that the books do not call paid stand before staff, each once (payments-11). How many are new. */
export async function leaveCharges(ports: RefundPorts, unmatched: readonly UnmatchedCharge[]): Promise<number> {
  let found = 0
  for (const { charge, intentId, reason } of unmatched) {
    const { chargeId, amount, currency } = charge
    const left = {
      intentId,
      provider: charge.provider,
      providerRefundId: chargeId,
      amount,
      currency,
      reason: `charge-${reason}` as const,
    }
    if (!(await ports.write((tx) => leaveToPerson(ports, tx, left)))) continue
    found += 1
    ports.log.error(
      { charge: chargeId, intentId, reason },
      'the provider charged for something that we do not call paid',
    )
  }
  return found
}

/**
 * Payments that no machine will end do, too (payments-5, payments-4); what was heard of or written down after all needs
 * nobody
 * any more. How many are new.
 */
export async function leaveStuckPayments(ports: RefundPorts): Promise<number> {
  const stuck = await stuckAttempts(ports.db)
  return ports.write(async (tx) => {
    await endSettledPayments(tx, ports.clock())
    let found = 0
    for (const { intentId, provider, providerIntentId, amount, currency, state } of stuck) {
      const reason = state === 'UNKNOWN' ? 'payment-unknown' : 'charge-other-amount'
      if (
        await leaveToPerson(ports, tx, {
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
