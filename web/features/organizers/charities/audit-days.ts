import { formatDay, localDateIn } from '#shared/calendar.ts'
import { dateTimeFormat } from '#shared/formats.ts'
import type { Locale } from '#shared/text.ts'
import { dateTag } from '#shared/text.ts'

type Entry = {
  readonly id: string
  /** An ISO instant. */
  readonly at: string | Date
  readonly act: string
  readonly actor: string
  readonly name: string | null
  readonly page: string | null
}
type Row<E extends Entry> = E & { readonly time: string; readonly count: number }

const isSameAct = (one: Entry, other: Entry): boolean =>
  one.act === other.act && one.actor === other.actor && one.name === other.name && one.page === other.page

/**
 * Groups audit entries, newest first, by the day in a time zone. Equal entries that follow each other on a day are one
 * row with their number and the time of the newest.
 */
export function auditDays<E extends Entry>(
  entries: readonly E[],
  timeZone: string,
  locale: Locale,
): { readonly day: string; readonly rows: readonly Row<E>[] }[] {
  const clock = dateTimeFormat(dateTag(locale), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  const days: { day: string; rows: Row<E>[] }[] = []
  for (const entry of entries) {
    const instant = new Date(entry.at)
    const day = formatDay(localDateIn(timeZone, instant), locale)
    if (days.at(-1)?.day !== day) days.push({ day, rows: [] })
    const rows = days.at(-1)?.rows ?? []
    const last = rows.at(-1)
    if (last && isSameAct(last, entry)) rows[rows.length - 1] = { ...last, count: last.count + 1 }
    else rows.push({ ...entry, time: clock.format(instant), count: 1 })
  }
  return days
}
