import { dayMs } from '#shared/time.ts'

/** Members read a closed charity for so many days (content-34). */
const readingDays = 90

/** Members still read charities that were closed after this. */
export const closedSince = (now: Date): Date => new Date(now.getTime() - readingDays * dayMs)

/**
 * Why a member's call about a charity is refused since its closing: changes at once, reading after 90 days
 * (content-34). Undefined: it isn't.
 */
export function refusalAfterClosing(
  closedAt: Date | null,
  input: { readonly now: Date; readonly isReading: boolean },
): 'over' | 'charity-closed' | undefined {
  if (closedAt === null) return undefined
  if (closedAt <= closedSince(input.now)) return 'over'
  return input.isReading ? undefined : 'charity-closed'
}
