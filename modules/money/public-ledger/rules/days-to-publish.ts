import { addDays } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { hourMs } from '#shared/time.ts'

/** A day is published from this time of the next day on, in UTC. */
const publishedAfterMs = hourMs

/**
 * Returns the days whose files are missing at an instant, oldest first (ledger-15). Without a published day it is the
 * latest day that can be published, because the first file has all history.
 */
export function daysToPublish(lastPublished: LocalDate | undefined, instant: Date): LocalDate[] {
  const latest = addDays(localDateIn('UTC', new Date(instant.getTime() - publishedAfterMs)), -1)
  if (lastPublished === undefined) return [latest]
  const days: LocalDate[] = []
  for (let day = addDays(lastPublished, 1); day <= latest; day = addDays(day, 1)) days.push(day)
  return days
}
