import { type Currency, isCurrency, parseMajor } from '#shared/money.ts'

/** From which amount on a second person must agree, by currency; minor units. Undefined: one is enough, always. */
export type ReviewAbove = ReadonlyMap<string, bigint> | undefined

/** `USD 500, GBP 400`: undefined when it cannot be read. */
export function readReviewAbove(text: string): ReadonlyMap<string, bigint> | undefined {
  const limits = new Map<string, bigint>()
  for (const part of text.split(',')) {
    const [, currency = '', major = ''] = /^\s*([A-Z]{3})\s+(\S+)\s*$/.exec(part) ?? []
    const amount = isCurrency(currency) ? parseMajor(major, currency) : undefined
    if (!amount) return undefined
    limits.set(currency, amount.amount)
  }
  return limits
}

/** Where there are limits, money in a currency that has none of its own is always looked at twice. */
export const needsReview = (limits: ReviewAbove, amount: bigint, currency: Currency): boolean =>
  limits !== undefined && amount > (limits.get(currency) ?? 0n)
