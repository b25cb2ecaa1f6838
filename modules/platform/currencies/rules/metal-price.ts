import { divide } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { parseRate } from './rate.ts'

export const metals = ['gold', 'silver'] as const
export type Metal = (typeof metals)[number]

/** The price of one gram on a day in US dollars, as text with eight decimals. */
export type RecordedMetalPrice = {
  readonly metal: Metal
  readonly day: LocalDate
  readonly source: 'bundled'
  readonly usdPerGram: string
}

/** A troy ounce has 31.1034768 grams. */
const tenMillionthsOfGram = 311_034_768n
const decimals = 8

/**
 * Converts the price of a troy ounce (decimal text) into the price of a gram with eight decimals, rounded half-up.
 * Undefined if it isn't a positive decimal number.
 */
export function perGram(perOunce: string): string | undefined {
  const price = parseRate(perOunce)
  if (price === undefined) return undefined
  const hundredMillionths = divide(price * 10n ** 5n, tenMillionthsOfGram, 'half-up')
  const digits = String(hundredMillionths).padStart(decimals + 1, '0')
  return hundredMillionths > 0n ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : undefined
}
