import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { canAwaitAnnouncement, type Schedule } from '#modules/recurring/plans/rules/schedule.ts'

/**
 * An uncertain night is charged at this time if its month isn't announced by then. It is before any fast begins and
 * exempt from the hours without charges (calendar-7).
 */
const latestTime = { hour: 3, minute: 30 } as const

export const uncertainDueAt = ({ on }: { readonly on: LocalDate }, timeZone: string): Date =>
  instantIn(timeZone, addDays(on, 1), latestTime)

/** Returns the charge time of a donation: its due time, or the end of the hold for an uncertain night. */
export const plannedAtOf = (
  donation: { readonly on: LocalDate; readonly dueAt: Date; readonly isUncertain: boolean },
  timeZone: string,
): Date => (donation.isUncertain ? uncertainDueAt(donation, timeZone) : donation.dueAt)

/** Whether it is after midnight of a night that is or was held; only that night's donation is charged then. */
export const isInUncertainNight = (
  { on, number }: { readonly on: LocalDate; readonly number: number | null },
  { schedule, timeZone }: { readonly schedule: Schedule; readonly timeZone: string },
  now: Date,
): boolean =>
  schedule.kind === 'ramadan' && canAwaitAnnouncement(number) && localDateIn(timeZone, now) === addDays(on, 1)
