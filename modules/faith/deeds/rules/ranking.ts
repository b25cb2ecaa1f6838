/** With fewer donors there are no ranks, because a rank would reveal data about the others. */
export const rankedDonorsMin = 100
/** Minimum number of giving days of a frequent donor. */
export const frequentDaysMin = 3

const descending = (a: bigint, b: bigint): number => Number(a < b) - Number(a > b)

/**
 * Returns the lowest value within the top 10 %: that of rank ceil(N / 10), including ties at the border. Undefined
 * below 100 donors.
 */
export function topTenThreshold(values: readonly bigint[]): bigint | undefined {
  if (values.length < rankedDonorsMin) return undefined
  return values.toSorted(descending)[Math.ceil(values.length / 10) - 1]
}

/** Returns the 90th percentile: the first value that at least 90 % don't exceed. Undefined below 100 donors. */
export function ninetiethPercentile(values: readonly bigint[]): bigint | undefined {
  if (values.length < rankedDonorsMin) return undefined
  return values.toSorted((a, b) => descending(b, a))[Math.ceil((values.length * 9) / 10) - 1]
}
