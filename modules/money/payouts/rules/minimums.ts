import { readReviewAbove } from '#modules/money/refunds/rules/approval.ts'

/** Parses `PAYOUT_MINIMUM`, such as `GBP 50, USD 50`; undefined if the text is invalid. Empty: the defaults. */
export const readMinimums = (text: string): ReadonlyMap<string, bigint> | undefined =>
  text.trim() === '' ? new Map() : readReviewAbove(text)
