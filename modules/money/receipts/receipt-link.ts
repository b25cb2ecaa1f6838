import { dayMs } from '#shared/time.ts'
import { signToken, type TokenSecret } from '#modules/platform/identity/index.ts'
import type { NotificationPorts } from '#modules/platform/notifications/index.ts'

export type ReceiptPorts = NotificationPorts & {
  readonly tokenSecret: TokenSecret
  /** With `file`, a receipt's email links to where its donations are. */
  readonly payouts?: 'none' | 'file'
}

/** As long as the links in the mails of plans, so that a receipt opens until the year's taxes are done. */
const days = 400

/** Returns a token that opens one receipt and the trails of its donations, encoded for a URL. */
const tokenOf = (ports: ReceiptPorts, receiptId: string): string =>
  encodeURIComponent(
    signToken(ports.tokenSecret, 'receipt', receiptId, new Date(ports.clock().getTime() + days * dayMs)),
  )

/** Returns the link to a receipt for its email, which opens this receipt only, without an account. */
export const receiptLink = (ports: ReceiptPorts, receiptId: string): string =>
  `${ports.origin}/v4/receipts/${receiptId}/document?format=html&token=${tokenOf(ports, receiptId)}`

/** Returns the links of a receipt's email: to the receipt, and to where its donations are. */
export const linksOfReceipt = (
  ports: ReceiptPorts,
  receiptId: string,
): { readonly receiptUrl: string; readonly trailUrl?: string } => ({
  receiptUrl: receiptLink(ports, receiptId),
  ...(ports.payouts === 'file'
    ? { trailUrl: `${ports.origin}/receipts/${receiptId}/trail?token=${tokenOf(ports, receiptId)}` }
    : {}),
})
