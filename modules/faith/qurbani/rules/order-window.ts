import { instantIn, addDays } from '#shared/date-arithmetic.ts'
import { type HijriDate, type LocalDate } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'

const dhulHijjah = 12
/** 10 Dhul Hijjah, Eid al-Adha. */
const firstDay = 10
/** The last day of slaughter: three days of Eid, or four according to other schools of law (qurbani-3). */
export const lastDays = [12, 13] as const
export type LastDay = (typeof lastDays)[number]

/** The default close of orders: noon on 12 Dhul Hijjah (qurbani-3). */
export const defaultCloseTime: CloseTime = { day: 12, hour: 12, minute: 0 }
/** Latest hour of the close on the last day; by then the sun has set almost everywhere. */
const lastHour = 21

/** A time of day on a day of Dhul Hijjah, in the zone of the performing country. */
export type CloseTime = { readonly day: number; readonly hour: number; readonly minute: number }

/**
 * The period in which an item can be ordered and performed. Days follow the announced month of the performing country.
 */
export type ItemTimes = {
  readonly hijriYear: number
  readonly timeZone: string
  /** Orders open when this civil day begins in `timeZone`. */
  readonly opensOn: LocalDate
  readonly lastDay: LastDay
  readonly close: CloseTime
}

export type OrderWindow = {
  readonly opensAt: Date
  /** Exclusive: a payment sent at this time is too late. */
  readonly closesAt: Date
  /** The civil days of slaughter, both inclusive. */
  readonly performedFrom: LocalDate
  readonly performedUntil: LocalDate
  /** Whether the month was announced; if not, the days may change. */
  readonly isAnnounced: boolean
}

export type WindowState = 'upcoming' | 'open' | 'closed'

const dayOf = (hijriYear: number, day: number, months: HijriMonths): LocalDate =>
  addDays(months.startOf(hijriYear, dhulHijjah), day - 1)

/**
 * Returns when an item can be ordered and on which days it is performed (qurbani-3). `months` are those of its calendar
 * group.
 */
export function orderWindow(
  { hijriYear, timeZone, opensOn, lastDay, close }: ItemTimes,
  months: HijriMonths,
): OrderWindow {
  return {
    opensAt: instantIn(timeZone, opensOn, { hour: 0 }),
    closesAt: instantIn(timeZone, dayOf(hijriYear, close.day, months), close),
    performedFrom: dayOf(hijriYear, firstDay, months),
    performedUntil: dayOf(hijriYear, lastDay, months),
    isAnnounced: months.isAnnounced(hijriYear, dhulHijjah),
  }
}

/** Whether orders are open when a payment is sent: from the opening until before the close (qurbani-3). */
export function windowState({ opensAt, closesAt }: OrderWindow, sentAt: Date): WindowState {
  if (sentAt >= closesAt) return 'closed'
  return sentAt < opensAt ? 'upcoming' : 'open'
}

/** Whether an order can still be refunded: until its item closes (qurbani-6). */
export const isOrderRefundable = ({ closesAt }: OrderWindow, now: Date): boolean => now < closesAt

/** Returns the earliest opening after `now`; undefined if none is planned. */
export const nextOpening = (windows: readonly OrderWindow[], now: Date): Date | undefined =>
  windows
    .map(({ opensAt }) => opensAt)
    .filter((opensAt) => opensAt > now)
    .toSorted((a, b) => a.getTime() - b.getTime())[0]

/** Whether a close is a valid time on a day of Dhul Hijjah up to the evening of the last day (qurbani-3). */
export function isCloseTime({ day, hour, minute }: CloseTime, lastDay: LastDay): boolean {
  const isTime = [day, hour, minute].every(Number.isInteger) && hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59
  if (!isTime || day < 1 || day > lastDay) return false
  return day < lastDay || hour * 60 + minute <= lastHour * 60
}

/** Returns the Hijri year of the coming Qurbani: the current one until its last possible day, then the next. */
export const nextQurbaniYear = ({ year, month, day }: HijriDate): number =>
  month === dhulHijjah && day > Math.max(...lastDays) ? year + 1 : year
