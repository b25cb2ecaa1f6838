export { eraseStatements, purgeReceipts } from './queries/erasure.ts'
export type { DocumentContent } from './documents/content.ts'
export { receiptMailContent, type TaxAddressLink } from './receipt-mail.ts'
export { type Restated, restateReceipts } from './restate-receipts.ts'
export { paidWithIn } from './words.ts'

/** The fonts of documents, with their renderer: loaded on demand because of their size. */
export const documentFonts = () => import('./documents/fonts.ts')

/** The renderer of PDF documents, loaded on demand because of its size. */
export const pdfRenderer = () => import('./documents/pdf.ts')
