import { localDateIn } from '#shared/calendar.ts'
import type { Tx } from '#shared/ports.ts'
import { mailHostOf, queueMails } from '#modules/platform/notifications/index.ts'
import { copyMailOf } from './copy-mail.ts'
import { findReceiptsToResend, findSentCopies } from './queries/copies.ts'
import type { ReceiptPorts } from './receipt-link.ts'

/**
 * Mails the valid receipts of these donations to their donors again, at the issuer's request, each at most once a day
 * (UTC). Returns their number. Skips other issuers' receipts, and donors without an email address.
 */
export async function resendReceipts(
  ports: ReceiptPorts,
  tx: Tx,
  request: { readonly issuerId: bigint; readonly donationIds: readonly string[]; readonly at: Date },
): Promise<number> {
  const day = localDateIn('UTC', request.at)
  const mails = (await findReceiptsToResend(tx, request)).map((receipt) => ({
    id: ports.newId(),
    messageId: `<receipt.${receipt.number}.again.${day}@${mailHostOf(ports.mailFrom)}>`,
    kind: 'receipt-copy',
    to: receipt.email,
    ...copyMailOf(ports, receipt, receipt.issuer),
  }))
  const sent = await findSentCopies(
    tx,
    mails.map(({ messageId }) => messageId),
  )
  const unsent = mails.filter(({ messageId }) => !sent.has(messageId))
  await queueMails(tx, unsent, request.at)
  return unsent.length
}
