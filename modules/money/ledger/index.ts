export { postMemoEntries } from './memo.ts'
export { findPayable } from './payable.ts'
export { type Posting, entriesOf, findTransaction, post, postOnce, postParts } from './queries.ts'
export {
  type FeeBearer,
  chargeEntries,
  disputeEntries,
  disputeFeeEntries,
  markedAsZakatEntries,
  qurbaniAsSadaqahEntries,
  refundEntries,
  reverseEntries,
} from './rules/posting.ts'
export { entriesOf, findTransaction, post, postOnce, postParts, type Posting } from './queries.ts'
export { findPayable } from './payable.ts'
export { postMemoEntries } from './memo.ts'
export { findZakatFeeFundBalance } from './zakat-fee-fund.ts'
export { zakatPayoutsOf } from './zakat-payouts.ts'
