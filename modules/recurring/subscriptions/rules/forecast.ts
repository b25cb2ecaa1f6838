import { hourMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { occurrencesIn, type Schedule, type Weekday } from '#modules/recurring/plans/rules/schedule.ts'

/**
 * Number of active subscriptions with the same schedule. `at` is the day of the week or month, or month × 100 + day for
 * yearly plans.
 */
export type PlansOnSchedule = { readonly kind: Schedule['kind']; readonly at: number | null; readonly count: number }

/** Offsets of the first time zone in which a day begins and the last in which it ends. */
const zones = { ahead: 14 * hourMs, behind: 12 * hourMs }

const dayIn = (instant: number) => localDateIn('UTC', new Date(instant))

/**
 * Returns an upper bound for the donations that become due between two instants, at most 48 hours apart. It is computed
 * from the agreements (how many give daily, on Fridays, on the 31st), never from scheduled donations, which a bug may
 * have duplicated or moved. It assumes every time zone, and that every night and day of a programme is chosen. It
 * includes two days of outage, so an outage alone never stops charging.
 */
export function forecastOf(givers: readonly PlansOnSchedule[], since: Date, until: Date): number {
  const window = {
    timeZone: 'UTC',
    from: dayIn(since.getTime() - zones.behind),
    until: dayIn(until.getTime() + zones.ahead),
  }
  const daily = Math.floor((until.getTime() - since.getTime()) / (24 * hourMs)) + 1
  const countOf = (schedule: Schedule) => (occurrencesIn(schedule, window, hijriMonths()).length > 0 ? 1 : 0)
  const item = ({ kind, at }: PlansOnSchedule): number => {
    if (kind === 'week') return countOf({ kind, weekday: (at ?? 1) as Weekday })
    if (kind === 'month') return countOf({ kind, anchorDay: at ?? 1 })
    if (kind === 'year') return countOf({ kind, month: Math.trunc((at ?? 101) / 100), anchorDay: (at ?? 101) % 100 })
    return daily
  }
  return givers.reduce((sum, givers) => sum + givers.count * item(givers), 0)
}

/** Multiple of the forecast above which charging stops (recurring-7). */
const forecastFactor = 3
/**
 * Number of due donations below which charging never stops: retries are in no forecast, and with few donors they may be
 * most of what is due.
 */
export const dueCountMin = 50

export const dueCountLimit = (forecast: number): number => Math.max(dueCountMin, forecastFactor * forecast)
