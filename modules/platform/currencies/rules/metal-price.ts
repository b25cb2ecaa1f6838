import { divide } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { parseRate } from './rate.ts'

export const metals = ['gold', 'silver'] as const
export type Metal = (typeof metals)[number]

/** The price of one gram in US dollars, as text with eight decimals, on a day. */
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
 * Converts a price of a troy ounce, as decimal text, into one of a gram with eight decimals, half-up. Undefined for what
 * is no positive plain decimal number.
 */
export function perGram(perOunce: string): string | undefined {
  const price = parseRate(perOunce)
  if (price === undefined) return undefined
  const hundredMillionths = divide(price * 10n ** 5n, tenMillionthsOfGram, 'half-up')
  const digits = String(hundredMillionths).padStart(decimals + 1, '0')
  return hundredMillionths > 0n ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : undefined
}
