import { instantIn, addDays, daysBetween } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDate } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'

/** S1 §3 "Programme keys". */
export const programmes = ['FridayGivers', 'DailyGivers', 'DhulHijjah', 'Ramadan30Nights'] as const
export type Programme = (typeof programmes)[number]

/** ISO 8601: Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7
export const friday: Weekday = 5

/** A time of day in the subscription's time zone. */
export type WallTime = { readonly hour: number; readonly minute: number }

/** When a subscription gives. Dates are civil dates of its time zone. */
export type Schedule = ScheduleDays & {
  /**
   * Time of day, if the operator had set one other than the default when the donor agreed. Later settings don't change
   * it.
   */
  readonly at?: WallTime
}

/** The days or nights on which a schedule gives. */
export type ScheduleDays =
  | { readonly kind: 'day' }
  | { readonly kind: 'week'; readonly weekday: Weekday }
  /** This day of each month, or the last day of a shorter month (recurring-10). */
  | { readonly kind: 'month'; readonly anchorDay: number }
  /** This day of each year; 29 February becomes 28 February in common years (recurring-22). */
  | { readonly kind: 'year'; readonly month: number; readonly anchorDay: number }
  /** Nights of one Ramadan by number; a month of 29 days has no thirtieth (calendar-4). */
  | { readonly kind: 'ramadan'; readonly hijriYear: number; readonly nights: readonly number[] }
  /** Days of the first ten of one Dhul Hijjah (calendar-5). */
  | { readonly kind: 'dhul-hijjah'; readonly hijriYear: number; readonly days: readonly number[] }

/** One dated donation of a schedule. */
export type Occurrence = {
  /**
   * Identifies the donation: a civil date, or programme, Hijri year and number (recurring-1). It stays when a night
   * moves to another date.
   */
  readonly key: string
  /** Civil date of the charge; for a night, the evening before its day. */
  readonly on: LocalDate
  readonly dueAt: Date
  /** Number of the night or day in its programme; null for civil plans. */
  readonly number: number | null
  /** Whether the month may begin or end a day earlier or later; the charge waits for the announcement (calendar-7). */
  readonly isUncertain: boolean
}

/** Charge times, which an operator can change (calendar-6). */
export type ChargeTimes = { readonly day: WallTime; readonly night: WallTime }
export const chargeTimes: ChargeTimes = { day: { hour: 9, minute: 0 }, night: { hour: 22, minute: 30 } }

/** Returns the time of day at which a schedule's donations are charged. */
export const timeOf = (schedule: Schedule): WallTime => schedule.at ?? usualTime(schedule)
const usualTime = ({ kind }: ScheduleDays, times = chargeTimes): WallTime =>
  kind === 'ramadan' ? times.night : times.day

/** Returns the schedule with these charge times, stored only if they differ from the default. */
export function scheduleAt<Kind extends ScheduleDays>(schedule: Kind, times: ChargeTimes): Kind & Pick<Schedule, 'at'> {
  const [wallTime, usual] = [usualTime(schedule, times), usualTime(schedule)]
  return wallTime.hour === usual.hour && wallTime.minute === usual.minute ? schedule : { ...schedule, at: wallTime }
}

/**
 * Limits in minutes of the day: daytime before any sunset, so the civil and the Islamic Friday agree; nights after
 * sunset and before midnight (calendar-6).
 */
const chargeTimeLimits = { day: [5 * 60, 15 * 60 - 1], night: [18 * 60, 24 * 60 - 1] } as const

/**
 * Parses an operator's charge times, such as "day 08:30, night 21:45". Returns undefined if they are invalid or outside
 * the limits.
 */
export function parseChargeTimes(text: string): ChargeTimes | undefined {
  const times: { day: WallTime; night: WallTime } = { ...chargeTimes }
  const texts = new Set<string>()
  const parts = text.split(',').map((part) => part.trim())
  for (const part of parts.filter(Boolean)) {
    const [, when, hour, minute] = /^(day|night)\s+(\d\d):(\d\d)$/.exec(part) ?? []
    if (when === undefined || texts.has(when) || Number(minute) > 59) return undefined
    const [earliest, latest] = chargeTimeLimits[when as keyof ChargeTimes]
    const minutes = Number(hour) * 60 + Number(minute)
    if (minutes < earliest || minutes > latest) return undefined
    texts.add(when)
    times[when as keyof ChargeTimes] = { hour: Number(hour), minute: Number(minute) }
  }
  return times
}

const ramadan = 9
const dhulHijjah = 12
export const daysOfDhulHijjah = 10

export type Window = {
  readonly timeZone: string
  /** First and last civil day, both included: a subscription still gives on its last day (recurring-10). */
  readonly from: LocalDate
  readonly until: LocalDate
}

/**
 * Returns the occurrences of a schedule within a window, earliest first, by the months of the subscription's calendar
 * group.
 */
export function occurrencesIn(
  schedule: Schedule,
  { timeZone, from, until }: Window,
  months: HijriMonths,
): Occurrence[] {
  const wallTime = timeOf(schedule)
  const isIn = (on: LocalDate) => from <= on && on <= until
  const civil = (on: LocalDate): Occurrence => ({
    key: on,
    on,
    dueAt: instantIn(timeZone, on, wallTime),
    number: null,
    isUncertain: false,
  })
  switch (schedule.kind) {
    case 'day':
      return daysOf(from, until).map(civil)
    case 'week':
      return daysOf(from, until)
        .filter((on) => weekdayOf(on) === schedule.weekday)
        .map(civil)
    case 'month':
      return monthsOf(from, until)
        .map((month) => dayOfMonth(month, schedule.anchorDay))
        .filter(isIn)
        .map(civil)
    case 'year':
      return yearsOf(from, until)
        .map((year) => dayOfMonth(`${year}-${String(schedule.month).padStart(2, '0')}`, schedule.anchorDay))
        .filter(isIn)
        .map(civil)
    case 'ramadan': {
      const nights = nightsOfRamadan(schedule.hijriYear, months)
      return nights
        .filter(({ number, eveningOn }) => schedule.nights.includes(number) && isIn(eveningOn))
        .map(({ number, eveningOn, isUncertain }) => ({
          key: `ramadan:${schedule.hijriYear}:${number}`,
          on: eveningOn,
          dueAt: instantIn(timeZone, eveningOn, wallTime),
          number,
          isUncertain,
        }))
    }
    case 'dhul-hijjah': {
      const first = months.startOf(schedule.hijriYear, dhulHijjah)
      return Array.from({ length: daysOfDhulHijjah }, (_, index) => index + 1)
        .map((number) => ({ number, on: addDays(first, number - 1) }))
        .filter(({ number, on }) => schedule.days.includes(number) && isIn(on))
        .map(({ number, on }) => ({
          key: `dhul-hijjah:${schedule.hijriYear}:${number}`,
          on,
          dueAt: instantIn(timeZone, on, wallTime),
          number,
          isUncertain: false,
        }))
    }
  }
}

export type Night = {
  readonly number: number
  /** A night precedes its day: night 21 is the evening before 21 Ramadan (calendar-3). */
  readonly eveningOn: LocalDate
  readonly isOdd: boolean
  readonly isUncertain: boolean
}

/**
 * Returns the 29 or 30 nights of a Ramadan. The first and the thirtieth are uncertain until the starts of Ramadan and
 * Shawwal are announced, because the calculated calendar may be a day off.
 */
export function nightsOfRamadan(hijriYear: number, months: HijriMonths): Night[] {
  const first = months.startOf(hijriYear, ramadan)
  return Array.from({ length: months.lengthOf(hijriYear, ramadan) }, (_, index) => index + 1).map((number) => ({
    number,
    eveningOn: addDays(first, number - 2),
    isOdd: number % 2 === 1,
    isUncertain: canAwaitAnnouncement(number) && !months.isAnnounced(hijriYear, number === 1 ? ramadan : ramadan + 1),
  }))
}

/** Whether a night of Ramadan may have to wait for an announcement. */
export const canAwaitAnnouncement = (number: number | null): boolean => number === 1 || number === 30

const referenceMonday = localDate('1970-01-05')

export const weekdayOf = (date: LocalDate): Weekday =>
  ((((daysBetween(referenceMonday, date) % 7) + 7) % 7) + 1) as Weekday

function daysOf(from: LocalDate, until: LocalDate): LocalDate[] {
  const count = daysBetween(from, until) + 1
  return count <= 0 ? [] : Array.from({ length: count }, (_, index) => addDays(from, index))
}

function monthsOf(from: LocalDate, until: LocalDate): string[] {
  const months: string[] = []
  for (
    let [year, month] = from.split('-').map(Number) as [number, number];
    `${year}-${String(month).padStart(2, '0')}` <= until.slice(0, 7);
  ) {
    months.push(`${year}-${String(month).padStart(2, '0')}`)
    ;[year, month] = month === 12 ? [year + 1, 1] : [year, month + 1]
  }
  return months
}

function yearsOf(from: LocalDate, until: LocalDate): string[] {
  const [first, last] = [Number(from.slice(0, 4)), Number(until.slice(0, 4))]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(first + index).padStart(4, '0'))
}

/** Returns this day of a month, or the month's last day if it is shorter. */
function dayOfMonth(month: string, anchorDay: number): LocalDate {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return localDate(`${month}-${String(Math.min(anchorDay, last)).padStart(2, '0')}`)
}

/** Whether a schedule gives every day or night, so that its donations are summarized instead of mailed one by one. */
export const isDailySchedule = ({ kind }: ScheduleDays): boolean =>
  kind !== 'week' && kind !== 'month' && kind !== 'year'

/** Whether a schedule gives on numbered nights or days of one Hijri year. */
export const isProgrammeOfNights = (schedule: Schedule): boolean =>
  schedule.kind === 'ramadan' || schedule.kind === 'dhul-hijjah'
