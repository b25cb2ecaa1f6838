import { instantIn, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { addDays } from '#shared/hijri.ts'
import { afterNight } from '#modules/plans/rules/night.ts'
import { mayBeHeld, type Schedule } from '#modules/plans/rules/schedule.ts'

/**
 * A night the moon may yet move waits for the announcement until the small hours, well before the fast begins anywhere people give from, and then
 * follows the calendar (islamic.md 3.3; exempt from the hours in which nobody is charged: decisions.md 17).
 */
const heldUntil = { hour: 3, minute: 30 } as const

export const waitsUntil = ({ on }: { readonly on: LocalDate }, timeZone: string): Date => instantIn(timeZone, addDays(on, 1), heldUntil)

/**
 * When a gift that is due may be asked for: at once, and by night not before the morning, whatever kept it until then. Only the gift of a night that
 * is held, or was until just now, is given in the small hours of that night.
 */
export function chargedFrom(
  { on, number }: { readonly on: LocalDate; readonly number: number | null },
  { schedule, timeZone }: { readonly schedule: Schedule; readonly timeZone: string },
  now: Date,
): Date {
  const isItsOwnNight = schedule.kind === 'ramadan' && mayBeHeld(number) && localDateIn(timeZone, now) === addDays(on, 1)
  return isItsOwnNight ? now : afterNight(now, timeZone)
}
