import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'

/** A week from Monday to Sunday in the charity's time zone. */
export type SummaryWeek = {
  readonly monday: LocalDate
  readonly sunday: LocalDate
  readonly from: Date
  /** Exclusive. */
  readonly to: Date
}

/** Hour of Monday from which summaries are sent. */
const mondayHour = 8
/** Days after which a missed summary is still sent. */
const lateDays = 2

/** Returns the last whole week if its summary is due, from Monday morning on; otherwise undefined (content-31). */
export function dueWeek(timeZone: string, now: Date): SummaryWeek | undefined {
  const today = localDateIn(timeZone, now)
  // 0 is Monday.
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const thisMonday = addDays(today, -weekday)
  const dueAt = instantIn(timeZone, thisMonday, { hour: mondayHour })
  if (now < dueAt || now.getTime() >= dueAt.getTime() + lateDays * dayMs) return undefined
  const monday = addDays(thisMonday, -7)
  return {
    monday,
    sunday: addDays(monday, 6),
    from: instantIn(timeZone, monday, { hour: 0 }),
    to: instantIn(timeZone, thisMonday, { hour: 0 }),
  }
}
