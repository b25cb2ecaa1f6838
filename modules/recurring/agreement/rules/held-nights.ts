import { instantIn, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import { mayBeHeld, type Schedule } from '#modules/recurring/plans/rules/schedule.ts'

/**
 * A night the moon may yet move waits for the announcement until the small hours, well before the fast begins anywhere
 * people give from, and then follows the calendar (calendar-7; exempt from the hours in which nobody is charged:
 * calendar-7).
 */
const heldUntil = { hour: 3, minute: 30 } as const

export const waitsUntil = ({ on }: { readonly on: LocalDate }, timeZone: string): Date =>
  instantIn(timeZone, addDays(on, 1), heldUntil)

/**
 * Whether these are the small hours of a night that is held, or was until just now: only its gift is given by night.
 */
export const isItsOwnNight = (
  { on, number }: { readonly on: LocalDate; readonly number: number | null },
  { schedule, timeZone }: { readonly schedule: Schedule; readonly timeZone: string },
  now: Date,
): boolean => schedule.kind === 'ramadan' && mayBeHeld(number) && localDateIn(timeZone, now) === addDays(on, 1)
