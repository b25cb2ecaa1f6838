/** With fewer donors there are no ranks: a rank would reveal something of the others. */
export const rankedDonorsMin = 100
/** Giving days that a frequent donor has at least. */
export const frequentDaysMin = 3

const descending = (a: bigint, b: bigint): number => Number(a < b) - Number(a > b)

/**
 * The lowest value within the top 10 %: that of rank ceil(N / 10), so ties at the border are included. Undefined below
 * 100 donors.
 */
export function topTenThreshold(values: readonly bigint[]): bigint | undefined {
  if (values.length < rankedDonorsMin) return undefined
  return values.toSorted(descending)[Math.ceil(values.length / 10) - 1]
}

/** The 90th percentile: the first value that at least 90 % are not above. Undefined below 100 donors. */
export function ninetiethPercentile(values: readonly bigint[]): bigint | undefined {
  if (values.length < rankedDonorsMin) return undefined
  return values.toSorted((a, b) => descending(b, a))[Math.ceil((values.length * 9) / 10) - 1]
}
