/** Kinds of schedules whose donations recur all year; nights and days of a season don't. */
const perYear = { day: 365n, week: 52n, month: 12n, year: 1n } as const

/** Returns what plans are worth in a month: `gift` is what they charge each time, in minor units (content-40). */
export function monthlyWorth(kind: string, gift: bigint): bigint {
  const times = Object.hasOwn(perYear, kind) ? perYear[kind as keyof typeof perYear] : 0n
  return (gift * times) / 12n
}
