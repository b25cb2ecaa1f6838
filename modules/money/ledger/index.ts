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
export { findZakatFeeFundBalance } from './zakat-fee-fund.ts'
export { zakatPayoutsOf } from './zakat-payouts.ts'
