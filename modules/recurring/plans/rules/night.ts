import { instantIn, localDateIn } from '#shared/calendar.ts'

/** From midnight until this hour nobody is charged (recurring-9). */
const nightEnds = { hour: 4 } as const

/** The instant itself, or, where it is night then in a time zone, the end of that night. */
export function afterNight(at: Date, timeZone: string): Date {
  const morning = instantIn(timeZone, localDateIn(timeZone, at), nightEnds)
  return at < morning ? morning : at
}
