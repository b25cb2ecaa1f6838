import { dayMs } from '#shared/time.ts'
import { hijriOf, type LocalDate } from '#shared/calendar.ts'

/** One day of the demo's past, with the relative frequency of donations. */
export type GivingDay = { readonly start: Date; readonly readiness: number; readonly isRamadan: boolean }

/** Returns the factor by which donations increase on a day of the Hijri calendar. */
function seasonOf(month: number, day: number): number {
  if (month === 9 && day === 26) return 14
  if (month === 9) return day >= 20 ? 7 : 3
  if (month === 12 && day <= 10) return day === 9 ? 5 : 2.6
  return month === 8 && day >= 25 ? 1.5 : 1
}

/**
 * Returns the days up to `now`, oldest first. Donations increase on Fridays, in Ramadan, most of all in its last ten
 * nights and on the 27th, and in the first ten days of Dhul Hijjah. A night belongs to the evening before its day
 * (calendar-3).
 */
export function givingDays(now: Date, count: number): GivingDay[] {
  const today = new Date(Math.floor(now.getTime() / dayMs) * dayMs)
  return Array.from({ length: count }, (_, index) => {
    const start = new Date(today.getTime() - (count - 1 - index) * dayMs)
    const { month, day } = hijriOf(start.toISOString().slice(0, 10) as LocalDate)
    const friday = start.getUTCDay() === 5 ? 1.6 : 1
    const isRamadan = month === 9
    return { start, readiness: friday * seasonOf(month, day), isRamadan }
  })
}

/** Each country's approximate offset from UTC in hours. */
export const offsetHours: Readonly<Record<string, number>> = {
  GB: 0,
  US: -5,
  CA: -5,
  PK: 5,
  MA: 1,
  TR: 3,
  MY: 8,
  KW: 3,
  DE: 1,
  FR: 1,
  JP: 9,
  AE: 4,
  SA: 3,
  ID: 7,
  NG: 1,
}

/** Hours of the day with their weights: mostly after work and after prayer. In Ramadan the nights are long. */
export const hours: readonly (readonly [number, number])[] = [
  [6, 2],
  [7, 4],
  [8, 5],
  [9, 5],
  [10, 5],
  [11, 5],
  [12, 6],
  [13, 8],
  [14, 6],
  [15, 5],
  [16, 5],
  [17, 6],
  [18, 8],
  [19, 10],
  [20, 12],
  [21, 12],
  [22, 9],
  [23, 5],
]
export const ramadanHours: readonly (readonly [number, number])[] = [
  [3, 5],
  [4, 6],
  [5, 4],
  [8, 2],
  [10, 3],
  [12, 4],
  [14, 4],
  [16, 5],
  [17, 6],
  [18, 6],
  [19, 8],
  [20, 9],
  [21, 14],
  [22, 16],
  [23, 14],
]
