import { dayMs } from '#shared/time.ts'

/** Days that a plan without a first payment waits for confirmation by the link in its mail (recurring-30). */
const confirmDays = 7

/**
 * Returns when the link expires: after seven days, or when the last donation is due if that is earlier. `donations` has
 * at least the next twelve.
 */
export function confirmUntilOf(now: Date, donations: readonly { readonly dueAt: Date }[]): Date {
  const last = Math.max(...donations.map(({ dueAt }) => dueAt.getTime()))
  return new Date(Math.min(now.getTime() + confirmDays * dayMs, last))
}

/**
 * Returns when the first donation of an unconfirmed plan would be charged if the link is used before; undefined if none
 * is left.
 */
export const firstChargeAfterConfirmation = (
  rows: readonly { readonly state: string; readonly skipReason: string | null; readonly plannedAt: Date }[],
  now: Date,
): Date | undefined =>
  rows
    .filter(({ state, skipReason, plannedAt }) => state === 'SKIPPED' && skipReason === 'paused' && plannedAt > now)
    .map(({ plannedAt }) => plannedAt)
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
