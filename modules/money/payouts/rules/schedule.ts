import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'

/** When the job drafts payouts (`PAYOUT_SCHEDULE`): Mondays, the first weekday of each month, or never. */
export const payoutSchedules = ['weekly', 'monthly', 'none'] as const
export type PayoutSchedule = (typeof payoutSchedules)[number]

/** The hour in the charity's zone from which the job drafts. */
const draftingHour = 6

const weekdayOf = (date: LocalDate): number => new Date(`${date}T00:00:00Z`).getUTCDay()
const isWeekday = (date: LocalDate): boolean => weekdayOf(date) !== 0 && weekdayOf(date) !== 6

function isDraftingDay(schedule: PayoutSchedule, date: LocalDate): boolean {
  if (schedule === 'none') return false
  if (schedule === 'weekly') return weekdayOf(date) === 1
  const day = Number(date.slice(8))
  // The first is a Saturday at the earliest two days before the first weekday.
  return isWeekday(date) && (day === 1 || (day <= 3 && weekdayOf(date) === 1))
}

/** Returns the drafting day that has begun in the charity's zone: today from 06:00 on; otherwise undefined. */
export function dueDraftingDay(schedule: PayoutSchedule, timeZone: string, instant: Date): LocalDate | undefined {
  const today = localDateIn(timeZone, instant)
  return isDraftingDay(schedule, today) && instant >= instantIn(timeZone, today, { hour: draftingHour })
    ? today
    : undefined
}

/** Returns the next drafting day in the charity's zone, today until 06:00; undefined without a schedule. */
export function nextDraftingDay(schedule: PayoutSchedule, timeZone: string, instant: Date): LocalDate | undefined {
  if (schedule === 'none') return undefined
  const today = localDateIn(timeZone, instant)
  let day = dueDraftingDay(schedule, timeZone, instant) ? addDays(today, 1) : today
  while (!isDraftingDay(schedule, day)) day = addDays(day, 1)
  return day
}
