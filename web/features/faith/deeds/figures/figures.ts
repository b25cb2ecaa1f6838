const oneDecimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1, roundingMode: 'floor' })

/** "11.4k" donors; rounded down, because a claim must not be larger than what it counts. Fewer than 1,000 are shown exactly. */
export const platformDonors = (donors: number): string =>
  donors < 1000 ? String(donors) : `${oneDecimal.format(donors / 1000)}k`

/** "$2.3m" of US cents, rounded down; less than a million is shown in dollars. */
export const platformAmount = (cents: number): string => {
  const dollars = Math.floor(cents / 100)
  return dollars < 1_000_000 ? `$${oneDecimal.format(dollars)}` : `$${oneDecimal.format(dollars / 1_000_000)}m`
}

/** "12,345" is "12," and "345": what comes before the last group, and the rest. One part if there is no group. */
export function splitThousands(text: string): readonly [thousands: string, remainder: string] {
  const match = /^(.*\d[,٬])(\d{3}(?!\d).*)$/su.exec(text)
  return match ? [match[1] ?? '', match[2] ?? ''] : ['', text]
}

/** The amount that a count-up shows after `elapsed` of `duration` milliseconds: it slows down, and ends exactly. */
export function countUpAt(amount: number, elapsed: number, duration: number): number {
  const part = duration <= 0 ? 1 : Math.max(0, Math.min(elapsed / duration, 1))
  return part === 1 ? amount : Math.floor(amount * (1 - (1 - part) ** 3))
}
