export { eraseStatements, purgeReceipts } from './queries/erasure.ts'
export type { DocumentContent } from './documents/content.ts'
export { receiptMailContent, type TaxAddressLink } from './receipt-mail.ts'
export { type RestatedReceipt, restateReceipts } from './restate-receipts.ts'
export { paidWithIn } from './receipt-rows.ts'
export { listGuestReceipts } from './queries/owned.ts'
export { receiptLink } from './receipt-link.ts'

/** Loads the renderer of PDF documents, on demand because it is large. */
export const pdfRenderer = () => import('./documents/pdf.ts')
