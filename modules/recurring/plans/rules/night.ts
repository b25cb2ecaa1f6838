import { instantIn, localDateIn } from '#shared/calendar.ts'

/** No charges from midnight until this hour (recurring-9). */
const nightEnds = { hour: 4 } as const

/** Returns the instant itself or, if it is at night in a time zone, the end of that night. */
export function postponePastNight(instant: Date, timeZone: string): Date {
  const morning = instantIn(timeZone, localDateIn(timeZone, instant), nightEnds)
  return instant < morning ? morning : instant
}
