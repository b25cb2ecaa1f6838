export { chargeEntries, disputeEntries, refundEntries, reversed } from './rules/posting.ts'
export { entriesOf, findTransaction, post, postParts, type Posting } from './queries.ts'
export { postMemos } from './memo.ts'
