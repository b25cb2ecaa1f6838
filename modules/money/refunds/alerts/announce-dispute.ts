import { queueMails } from '#modules/platform/notifications/index.ts'
import type { ProviderRefund } from '#modules/money/payments/index.ts'
import type { Tx } from '#shared/ports.ts'
import { disputedTask, type RefundPorts } from '../ports.ts'
import { findPaidDonations } from '../queries/donations.ts'
import type { RefundLine } from '../rules/lines.ts'
import { disputeMails } from './dispute-mails.ts'

/**
 * Announces a new dispute, in the transaction that records it: queues the job that pauses the plan, and emails staff
 * with a refund role and the charities' owners and finance members. `lines` are the disputed parts of the donations;
 * without them, the donations are disputed as a whole.
 */
export async function announceDispute(
  ports: RefundPorts,
  tx: Tx,
  intentId: string,
  refund: Pick<ProviderRefund, 'refundId' | 'amount' | 'currency' | 'dispute'>,
  lines?: readonly Pick<RefundLine, 'donationId' | 'gift'>[],
): Promise<void> {
  await ports.enqueue(tx, disputedTask, { intentId, dispute: refund.refundId })
  const donations = await findPaidDonations(tx, intentId)
  const mails = await disputeMails(ports, tx, {
    occasion: 'opened',
    intentId,
    disputeId: refund.refundId,
    amount: refund.amount,
    currency: refund.currency,
    dueBy: refund.dispute?.dueBy ?? null,
    donations,
    lines: lines ?? donations,
  })
  await queueMails(tx, mails, ports.clock())
}
