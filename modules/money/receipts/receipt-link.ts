import { dayMs } from '#shared/time.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

export type ReceiptPorts = NotificationPorts & { readonly tokenSecret: string }

/** As long as the links in the mails of plans, so that a receipt opens until the year's taxes are done. */
const days = 400

/** Returns the link to a receipt for its email, which opens this receipt only, without an account. */
export function receiptLink(ports: ReceiptPorts, receiptId: string): string {
  const until = new Date(ports.clock().getTime() + days * dayMs)
  const token = signToken(ports.tokenSecret, 'receipt', receiptId, until)
  return `${ports.origin}/v4/receipts/${receiptId}/document?format=html&token=${encodeURIComponent(token)}`
}
