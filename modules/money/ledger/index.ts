export { chargeEntries, disputeEntries, disputeFeeEntries, refundEntries, reversed } from './rules/posting.ts'
export { entriesOf, findTransaction, post, type Posting, postOnce, postParts } from './queries.ts'
export { postMemos } from './memo.ts'
