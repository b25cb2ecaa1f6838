import { type Currency, divide, exponentOf, formatMoney, type Money, money } from '#shared/money.ts'
import type { Locale } from '#shared/text.ts'

/** A fundraiser's amounts converted to the reader's display currency, keyed by the amount in minor units. */
export type Approximate = {
  readonly currency: Currency
  readonly byAmount: Readonly<Record<string, number>>
  /** Formatted date of the rate, and its source. */
  readonly day: string
  readonly sources: readonly ('bundled' | 'ecb')[]
}

/**
 * Formats the conversion as "£1,233" for £1,232.79, since decimals would look exact; undefined if nothing is converted.
 */
export function approximately(about: Approximate | null, amount: number, locale: Locale): string | undefined {
  const minor = about?.byAmount[amount]
  if (about === null || minor === undefined) return undefined
  return `\u2068${formatMoney(rounded(BigInt(minor), about.currency), locale, { fractions: 'auto' })}\u2069`
}

function rounded(minor: bigint, currency: Currency): Money {
  const unit = 10n ** BigInt(exponentOf(currency))
  return money(minor < 10n * unit ? minor : divide(minor, unit, 'half-up') * unit, currency)
}
