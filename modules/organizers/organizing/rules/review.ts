import { one } from '#shared/collections.ts'
import { type Currency, fromMajor, isCurrency, parseMajor } from '#shared/money.ts'

/**
 * Above how much a gift entered by hand waits for a second person: decimal major units by currency, `*` for the rest.
 */
export type ReviewLimits = Readonly<Record<string, string> & Record<'*', string>>

/** "500, JPY=75000": one amount for every currency, and those of single ones. Undefined for what cannot be read. */
export function parseReviewLimits(text: string): ReviewLimits | undefined {
  const limits: Record<string, string> = {}
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, currency = '*', amount] = /^(?:([A-Z]{3})\s*=\s*)?(\d{1,12}(?:\.\d{1,3})?)$/.exec(part) ?? []
    if (amount === undefined || (currency !== '*' && !isCurrency(currency)) || currency in limits) return undefined
    limits[currency] = amount
  }
  const { '*': others } = limits
  return others === undefined ? undefined : { ...limits, '*': others }
}

/** In minor units of the currency; decimals that the currency does not have are left out. */
export function reviewLimit(limits: ReviewLimits, currency: Currency): bigint {
  const major = limits[currency] ?? limits['*']
  return (parseMajor(major, currency) ?? fromMajor(one(major.split('.')), currency)).amount
}

/**
 * Whether a second person must confirm it (content-11): above the limit by itself, or together with what the same
 * person entered that day without one, so that a large sum is not entered in small parts.
 */
export const needsSecondPerson = (amount: bigint, countedToday: bigint, limit: bigint): boolean =>
  countedToday + amount > limit
