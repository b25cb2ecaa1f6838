import { queueMails } from '#modules/platform/notifications/index.ts'
import { addDuration, type RefundPorts, refundTimeouts } from '../ports.ts'
import { findPaidDonations, refundLinesOf } from '../queries/donations.ts'
import { disputesDueBefore } from '../queries/refunds.ts'
import { disputeMails } from './dispute-mails.ts'

/**
 * Emails staff and charities about disputes whose evidence is due within three days and wasn't submitted, once for each
 * dispute.
 */
export async function remindOfEvidence(ports: RefundPorts): Promise<void> {
  const now = ports.clock()
  const due = await disputesDueBefore(ports.db, {
    after: now,
    before: addDuration(now, { days: refundTimeouts.evidenceReminderDays }),
  })
  for (const { id, intentId, providerRefundId, amount, currency, evidenceDueAt } of due)
    await ports.write(async (tx) => {
      const mails = await disputeMails(ports, tx, {
        occasion: 'due',
        intentId,
        disputeId: providerRefundId ?? id,
        amount,
        currency,
        dueBy: evidenceDueAt,
        donations: await findPaidDonations(tx, intentId),
        lines: await refundLinesOf(tx, [id]),
      })
      await queueMails(tx, mails, now)
    })
}
