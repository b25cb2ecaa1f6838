import { one } from '#shared/collections.ts'
import { type Currency, fromMajor, isCurrency, parseMajor } from '#shared/money.ts'

/**
 * Limits above which an offline donation waits for a second person, in decimal major units by currency; `*` for all
 * others.
 */
export type ReviewLimits = Readonly<Record<string, string> & Record<'*', string>>

/**
 * Parses limits such as "500, JPY=75000": an amount for every currency, with exceptions. Returns undefined if invalid.
 */
export function parseReviewLimits(text: string): ReviewLimits | undefined {
  const limits: Record<string, string> = {}
  for (const part of text.split(',').map((part) => part.trim())) {
    const [, currency = '*', amount] = /^(?:([A-Z]{3})\s*=\s*)?(\d{1,12}(?:\.\d{1,3})?)$/.exec(part) ?? []
    if (amount === undefined || (currency !== '*' && !isCurrency(currency)) || currency in limits) return undefined
    limits[currency] = amount
  }
  const { '*': others } = limits
  return others === undefined ? undefined : { ...limits, '*': others }
}

/** Returns the limit in minor units, without decimals that the currency lacks. */
export function reviewLimit(limits: ReviewLimits, currency: Currency): bigint {
  const major = limits[currency] ?? limits['*']
  return (parseMajor(major, currency) ?? fromMajor(one(major.split('.')), currency)).amount
}

/**
 * Whether a second person must confirm a donation (content-11): it is above the limit alone or together with the
 * person's other unconfirmed records of the day, so that splitting doesn't help.
 */
export const needsSecondPerson = (amount: bigint, countedToday: bigint, limit: bigint): boolean =>
  countedToday + amount > limit
