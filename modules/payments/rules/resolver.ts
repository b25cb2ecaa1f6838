const firstWaits = [5, 30, 120, 600, 3600] as const
const hourlyTries = 24

/** Seconds until an unknown outcome is looked up again after `done` look-ups; undefined: a person must look (trust.md R7). */
export const nextLookupAfter = (done: number): number | undefined => (done < firstWaits.length ? firstWaits[done] : done < firstWaits.length + hourlyTries ? 3600 : undefined)
