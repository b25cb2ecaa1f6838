/**
 * Date functions of the reference calculation. They use `Intl` and numbers of days instead of the product's code, so
 * that a bug there isn't repeated here.
 */
import fs from 'node:fs'
import path from 'node:path'

export const dayMs = 86_400_000
export const hourMs = 3_600_000
export const minuteMs = 60_000

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs
export const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)
export const plusDays = (day: string, days: number): string => dayOf(dayNumber(day) + days)
/** Sunday is 0. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
export const daysInMonth = (day: string): number =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate()

const formats = new Map<string, Intl.DateTimeFormat>()
function wallClock(zone: string, instant: number): number {
  let format = formats.get(zone)
  if (!format) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    formats.set(zone, (format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...parts })))
  }
  const request = Object.fromEntries(
    format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>
  return Date.UTC(request.year!, request.month! - 1, request.day, request.hour, request.minute, request.second)
}

const instants = new Map<string, number>()
/** Returns the instant of a local time in a time zone, in milliseconds. */
export function instantOf(zone: string, day: string, time: `${number}:${number}`): number {
  const key = `${zone} ${day} ${time}`
  const known = instants.get(key)
  if (known !== undefined) return known
  const wall = Date.parse(`${day}T${time}:00Z`)
  let instant = wall
  // The zone's offset depends on the instant, so it is estimated and corrected.
  for (let step = 0; step < 3; step++) instant = wall - (wallClock(zone, instant) - instant)
  instants.set(key, instant)
  return instant
}

export const localDay = (zone: string, instant: number): string =>
  new Date(wallClock(zone, instant)).toISOString().slice(0, 10)

/** Returns whether a local time is at night, until 4 a.m., when no donor is charged. */
export const postponePastNight = (zone: string, instant: number): number =>
  Math.max(instant, instantOf(zone, localDay(zone, instant), '04:00'))

const golden = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../golden/umm-al-qura-month-starts.json'), 'utf8'),
) as {
  months: Readonly<Record<string, string>>
}
/** Returns the first day of a Hijri month in the published Umm al-Qura table. */
export const tableStart = (year: number, month: number): string =>
  golden.months[`${year}-${String(month).padStart(2, '0')}`]!
