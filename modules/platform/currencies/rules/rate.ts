import { divide, exponentOf, money, type Currency, type Money } from '#shared/money.ts'

/** Source of a rate: the bundled table, or the European Central Bank's reference rates. */
export type RateSource = 'bundled' | 'ecb'
/** The value of one euro in a currency on a day, in ten-thousand-millionths (10⁻¹⁰) of its major unit. */
export type Rate = {
  readonly currency: Currency
  readonly perEuro: bigint
  readonly day: string
  readonly source: RateSource
}

const decimals = 10
export const oneEuro: bigint = 10n ** BigInt(decimals)

/**
 * Parses "1.0812" to 10 812 000 000n. Undefined unless it is a positive decimal number; digits beyond the scale are cut
 * off.
 */
export function parseRate(text: string): bigint | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,30}))?$/.exec(text)
  if (!match) return undefined
  const value = BigInt((match[1] ?? '') + (match[2] ?? '').slice(0, decimals).padEnd(decimals, '0'))
  return value > 0n ? value : undefined
}

export const rateText = (perEuro: bigint): string => {
  const digits = perEuro.toString().padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Converts an amount approximately, for display only; a converted amount is never charged (amounts-14). Rounded half-up
 * to the minor unit; two currencies are converted via the euro, in integers.
 */
export function convert(amount: Money, from: Rate, to: Rate): Money {
  if (amount.currency === to.currency) return amount
  const dividend = amount.amount * to.perEuro * 10n ** BigInt(exponentOf(to.currency))
  const divisor = from.perEuro * 10n ** BigInt(exponentOf(amount.currency))
  return money(divide(dividend, divisor, 'half-up'), to.currency)
}

/** Returns the source of a converted amount: the older day of the two rates, and every source used. */
export const provenance = (from: Rate, to: Rate): { readonly day: string; readonly sources: RateSource[] } => ({
  day: from.day < to.day ? from.day : to.day,
  sources: [...new Set([from, to].filter((rate) => rate.currency !== 'EUR').map((rate) => rate.source))],
})

/** The euro against itself, which no table contains. */
export const euroRate: Rate = { currency: 'EUR', perEuro: oneEuro, day: '9999-12-31', source: 'ecb' }
