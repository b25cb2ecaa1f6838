export { eraseStatements, purgeReceipts } from './queries/erasure.ts'
export type { DocumentContent } from './documents/content.ts'
export { receiptMailContent, type TaxAddressLink } from './receipt-mail.ts'
export { type Restated, restateReceipts } from './restate-receipts.ts'
export { paidWithIn } from './words.ts'

/** The letters of papers, with the renderer they are for: much to load, so whoever prints asks for them. */
export const lettersOfPapers = () => import('./documents/fonts.ts')

/** The renderer of PDF documents: much to load, so only a caller that makes one loads it. */
export const pdfRenderer = () => import('./documents/pdf.ts')
