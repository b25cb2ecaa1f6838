const firstWaits = [5, 30, 120, 600, 3600]
const hourlyLookups = 24

/**
 * Returns the seconds until the next look-up of an unknown outcome after `done` look-ups (payments-4); undefined
 * means manual review.
 */
export const nextLookupAfter = (done: number): number | undefined =>
  firstWaits[done] ?? (done < firstWaits.length + hourlyLookups ? 3600 : undefined)
