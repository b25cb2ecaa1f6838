import { isLocalDate, type LocalDate, localDateIn } from '#shared/calendar.ts'
import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

const yearsAheadMax = 5

/** Parses a typed day, or the day of an instant in the charity's time zone; undefined if neither. */
export function readDay(typed: string, timeZone: string): LocalDate | undefined {
  const text = normalizeDigits(typed).trim()
  if (isLocalDate(text)) return text
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return undefined
  const instant = Date.parse(text)
  return Number.isNaN(instant) ? undefined : localDateIn(timeZone, new Date(instant))
}

/** Returns the fault of a last day that has passed or is more than five years ahead (pages-1). */
export function checkLastDay(day: LocalDate, today: LocalDate): Fault | undefined {
  if (day < today) return { code: 'end-date-past' }
  const furthest = `${Number(today.slice(0, 4)) + yearsAheadMax}${today.slice(4)}`
  return day > furthest ? { code: 'end-date-too-far', params: { years: yearsAheadMax } } : undefined
}
