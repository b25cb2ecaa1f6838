export { chargeEntries, imbalances, type Account, type Entry, type Meaning, type PaidLine } from './rules/posting.ts'
export { postParts, type Posting } from './queries.ts'
