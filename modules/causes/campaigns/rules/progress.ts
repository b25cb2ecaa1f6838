import { dayMs } from '#shared/time.ts'

/** Returns days until the end, rounded up, at least 0; `null` without an end (S1 §9). Zero means ended. */
export const daysLeft = (endsAt: Date | null, now: Date): number | null =>
  endsAt === null ? null : Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / dayMs))

/**
 * Returns whole percent of the goal, rounded down so that 100 is never shown early; over 100 if exceeded, `null`
 * without a goal.
 */
export const fundedPercentage = (raised: bigint, goal: bigint | null): number | null =>
  goal === null ? null : Number((raised * 100n) / goal)
