import { numberFormat } from '#shared/formats.ts'

const oneDecimal = numberFormat('en', { maximumFractionDigits: 1, roundingMode: 'floor' })

/** Formats the number of donors as "11.4k", rounded down so that it never overstates. Fewer than 1,000 are exact. */
export const platformDonors = (donors: number): string =>
  donors < 1000 ? String(donors) : `${oneDecimal.format(donors / 1000)}k`

/** Formats US cents as "$2.3m", rounded down. Less than a million is in dollars. */
export const platformAmount = (cents: number): string => {
  const dollars = Math.floor(cents / 100)
  return dollars < 1_000_000 ? `$${oneDecimal.format(dollars)}` : `$${oneDecimal.format(dollars / 1_000_000)}m`
}

/**
 * Splits "12,345" into "12," and "345": everything up to the last thousands separator, and the rest. Without a
 * separator, the first part is empty.
 */
export function splitThousands(text: string): readonly [thousands: string, remainder: string] {
  const match = /^(.*\d[,٬])(\d{3}(?!\d).*)$/su.exec(text)
  return match ? [match[1] ?? '', match[2] ?? ''] : ['', text]
}

/**
 * Returns the amount of a count-up animation after `elapsed` of `duration` milliseconds; it slows down and ends at the
 * exact amount.
 */
export function countUpAt(amount: number, elapsed: number, duration: number): number {
  const part = duration <= 0 ? 1 : Math.max(0, Math.min(elapsed / duration, 1))
  return part === 1 ? amount : Math.floor(amount * (1 - (1 - part) ** 3))
}
