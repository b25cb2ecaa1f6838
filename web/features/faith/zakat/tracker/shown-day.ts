import { formatDay, formatHijri, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'

/** A day formatted in both calendars by the server, because browsers' Hijri calendars differ. */
export type ShownDay = { readonly day: string; readonly hijri: string }

/** Adds the formatted date to an entry. */
export const withDay = <E extends { readonly date: string }>(entry: E, locale: Locale): E & ShownDay => ({
  ...entry,
  day: formatDay(localDate(entry.date), locale),
  hijri: formatHijri(localDate(entry.date), locale),
})
