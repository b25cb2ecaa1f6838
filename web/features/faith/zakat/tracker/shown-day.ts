import { formatDay, formatHijri, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** A day as text of both calendars; the server writes it, because calendars of browsers differ. */
export type ShownDay = { readonly day: string; readonly hijri: string }

/** Adds the texts of its day to an entry. */
export const withDay = <E extends { readonly date: string }>(entry: E, locale: Locale): E & ShownDay => ({
  ...entry,
  day: formatDay(localDate(entry.date), locale),
  hijri: formatHijri(localDate(entry.date), locale),
})
