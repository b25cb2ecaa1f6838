const firstWaits = [5, 30, 120, 600, 3600]
const hourlyLookups = 24

/**
 * Seconds before the next look-up of an unknown outcome, after `done` of them (payments-4). Undefined: manual review.
 */
export const nextLookupAfter = (done: number): number | undefined =>
  firstWaits[done] ?? (done < firstWaits.length + hourlyLookups ? 3600 : undefined)
