import { hourMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { occurrencesIn, type Schedule, type Weekday } from '#modules/recurring/plans/rules/schedule.ts'

/**
 * So many active subscriptions give by the same schedule; `at` is the day of the week or of the month, or month × 100 +
 * day of the year, where it has one.
 */
export type Givers = { readonly kind: Schedule['kind']; readonly at: number | null; readonly count: number }

/** Between the first zone in which a day begins and the last in which it ends. */
const zones = { ahead: 14 * hourMs, behind: 12 * hourMs }

const dayIn = (instant: number) => localDateIn('UTC', new Date(instant))

/**
 * How many gifts may fall due between two instants, at most 48 hours apart, if all is well. It is counted from what
 * people agreed to (how many give daily, on Fridays, on the 31st) and never from the gifts that were written down,
 * because those are what may be wrong: an amount of rows doubled, or moved to now, by a bug or a hand. It is generous
 * where that keeps it simple: every zone counts, and each night and day of a programme counts as one of those that were
 * chosen. What waited for two days of outage is in it, so an outage alone never looks like a flood.
 */
export function forecastOf(givers: readonly Givers[], since: Date, until: Date): number {
  const window = {
    timeZone: 'UTC',
    from: dayIn(since.getTime() - zones.behind),
    until: dayIn(until.getTime() + zones.ahead),
  }
  const daily = Math.floor((until.getTime() - since.getTime()) / (24 * hourMs)) + 1
  const falls = (schedule: Schedule) => (occurrencesIn(schedule, window, hijriMonths()).length > 0 ? 1 : 0)
  const each = ({ kind, at }: Givers): number => {
    if (kind === 'week') return falls({ kind, weekday: (at ?? 1) as Weekday })
    if (kind === 'month') return falls({ kind, anchorDay: at ?? 1 })
    if (kind === 'year') return falls({ kind, month: Math.trunc((at ?? 101) / 100), anchorDay: (at ?? 101) % 100 })
    return daily
  }
  return givers.reduce((sum, of) => sum + of.count * each(of), 0)
}

/** A flood is more than this many times the forecast (recurring-7). */
const floodFactor = 3
/**
 * And more than this many gifts: what is tried again after a decline is in no calendar, and with few donors it may be
 * most of what is due.
 */
export const floodAtLeast = 50

export const mayBeDue = (forecast: number): number => Math.max(floodAtLeast, floodFactor * forecast)
