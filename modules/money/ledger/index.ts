export { chargeEntries, disputeEntries, disputeFeeEntries, refundEntries, reversed } from './rules/posting.ts'
export { entriesOf, keepChecks, findTransaction, post, postOnce, postParts, type Posting } from './queries.ts'
export { postMemos } from './memo.ts'
export { zakatPayoutsOf } from './zakat-payouts.ts'
