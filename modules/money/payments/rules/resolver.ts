const firstWaits = [5, 30, 120, 600, 3600]
const hourlyLookups = 24

/**
 * Seconds to wait before the next look-up of an unknown outcome, after `done` of them (payments-4). Undefined: a
 * person must look.
 */
export const nextLookupAfter = (done: number): number | undefined =>
  firstWaits[done] ?? (done < firstWaits.length + hourlyLookups ? 3600 : undefined)
