import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { mailHostOf, queueMails } from '#modules/platform/notifications/index.ts'
import { copyMailOf } from './copy-mail.ts'
import { findSentCopies, findValidReceipt } from './queries/copies.ts'
import type { ReceiptPorts } from './receipt-link.ts'

/**
 * Mails a copy of a valid receipt to its donor, whom staff have on the telephone, and records it in the audit log
 * (payments-28). A receipt is mailed once a day (UTC), and a repeated request sends nothing more. Throws `not-found` for
 * a void receipt, and `receipt-without-email` if the donor has no email address or is erased.
 */
export async function resendByStaff(
  ports: ReceiptPorts,
  viewer: AccountViewer,
  context: Pick<RequestContext, 'ip'>,
  receiptId: string,
): Promise<{ readonly number: string }> {
  return ports.write(async (tx) => {
    const receipt = isUuid(receiptId) ? await findValidReceipt(tx, receiptId) : undefined
    if (!receipt) throw new Problem('not-found', 'not-found')
    if (receipt.email === null) throw new Problem('conflict', 'receipt-without-email')
    const instant = ports.clock()
    const day = localDateIn('UTC', instant)
    const messageId = `<receipt.${receipt.number}.staff.${day}@${mailHostOf(ports.mailFrom)}>`
    if ((await findSentCopies(tx, [messageId])).has(messageId)) return { number: receipt.number }
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'receipts.copy-sent',
      object: `receipt:${receipt.id}`,
      at: instant,
      ip: context.ip,
      details: { number: receipt.number },
    })
    const mail = {
      id: ports.newId(),
      messageId,
      kind: 'receipt-copy',
      to: receipt.email,
      ...copyMailOf(ports, receipt),
    }
    await queueMails(tx, [mail], instant)
    return { number: receipt.number }
  })
}
