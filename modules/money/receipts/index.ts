export { eraseStatements, purgeReceipts } from './queries/erasure.ts'
export { receiptMailContent } from './receipt-mail.ts'
export { type Restated, restateReceipts } from './restate-receipts.ts'
export { paidWithIn } from './words.ts'

/** The letters of papers, with the renderer they are for: much to load, so whoever prints asks for them. */
export const lettersOfPapers = () => import('./documents/fonts.ts')
