/**
 * Days and instants as the oracle counts them: with the platform's own `Intl` and whole numbers of days, none of what
 * the product counts with, so that a mistake there is not made here as well.
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
/** When the clocks of a zone show a time on a day; milliseconds. */
export function instantOf(zone: string, day: string, time: `${number}:${number}`): number {
  const key = `${zone} ${day} ${time}`
  const known = instants.get(key)
  if (known !== undefined) return known
  const wall = Date.parse(`${day}T${time}:00Z`)
  let instant = wall
  // The offset of the zone is not known before the instant is, so it is guessed and put right.
  for (let step = 0; step < 3; step++) instant = wall - (wallClock(zone, instant) - instant)
  instants.set(key, instant)
  return instant
}

export const localDay = (zone: string, instant: number): string =>
  new Date(wallClock(zone, instant)).toISOString().slice(0, 10)

/** At night, which ends at four, no donor is charged. */
export const postponePastNight = (zone: string, instant: number): number =>
  Math.max(instant, instantOf(zone, localDay(zone, instant), '04:00'))

const golden = JSON.parse(
  fs.readFileSync(path.join(import.meta.dirname, '../golden/umm-al-qura-month-starts.json'), 'utf8'),
) as {
  months: Readonly<Record<string, string>>
}
/** The first day of a Hijri month by the published table of Umm al-Qura. */
export const tableStart = (year: number, month: number): string =>
  golden.months[`${year}-${String(month).padStart(2, '0')}`]!
