export type { DocumentContent } from './documents/content.ts'
export { pdfRenderer } from './documents/pdf-renderer.ts'
export { eraseStatements, purgeReceipts } from './queries/erasure.ts'
export { receiptMailContent } from './receipt-mail.ts'
export { paidWithIn } from './receipt-rows.ts'
export { listGuestReceipts } from './queries/owned.ts'
export { receiptLink } from './receipt-link.ts'

/** Loads the renderer of PDF documents, on demand because it is large. */
export const pdfRenderer = () => import('./documents/pdf.ts')
