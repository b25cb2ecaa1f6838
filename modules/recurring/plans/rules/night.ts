import { instantIn } from '#shared/date-arithmetic.ts'
import { localDateIn } from '#shared/calendar.ts'

/** No charges from midnight until this hour (recurring-9). */
const nightEnds = { hour: 4 } as const

/** Returns the instant itself or, if it falls between midnight and 04:00 in the time zone, 04:00 of that day. */
export function postponePastNight(instant: Date, timeZone: string): Date {
  const morning = instantIn(timeZone, localDateIn(timeZone, instant), nightEnds)
  return instant < morning ? morning : instant
}
