import { dayMs } from '#shared/time.ts'

/**
 * Days until the end, a begun day counted whole, floored at 0; `null` without an end (S1 §9). Zero is said only of what
 * has ended.
 */
export const daysLeft = (endsAt: Date | null, now: Date): number | null =>
  endsAt === null ? null : Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / dayMs))

/**
 * Whole percent of the goal, rounded down so that 100 is never said too early; over 100 when over-funded, `null`
 * without a goal.
 */
export const fundedPercentage = (raised: bigint, goal: bigint | null): number | null =>
  goal === null ? null : Number((raised * 100n) / goal)
