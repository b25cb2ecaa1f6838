export {
  chargeEntries,
  disputeEntries,
  imbalances,
  refundEntries,
  reversed,
  type Account,
  type Entry,
  type Meaning,
  type PaidLine,
  type ReturnedLine,
} from './rules/posting.ts'
export { entriesOf, findTransaction, type LedgerLine, post, postParts, type Posting } from './queries.ts'
export { type Memo, postMemos } from './memo.ts'
