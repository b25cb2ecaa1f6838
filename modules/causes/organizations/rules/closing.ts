import { dayMs } from '#shared/time.ts'

/** Days for which members can read a closed charity (content-34). */
const readingDays = 90

/** Returns the earliest closing date of charities that members can still read. */
export const earliestReadableClosing = (now: Date): Date => new Date(now.getTime() - readingDays * dayMs)

/**
 * Returns why a member's call about a closed charity is refused: changes at once, reading after 90 days (content-34).
 * Undefined if it isn't.
 */
export function refusalAfterClosing(
  closedAt: Date | null,
  input: { readonly now: Date; readonly isReading: boolean },
): 'over' | 'charity-closed' | undefined {
  if (closedAt === null) return undefined
  if (closedAt <= earliestReadableClosing(input.now)) return 'over'
  return input.isReading ? undefined : 'charity-closed'
}
