import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import type { LocalDate } from '#shared/calendar.ts'

export type ForecastData = {
  /** Total in minor units. */
  readonly raised: bigint
  /** Minor units; null without a goal. */
  readonly goal: bigint | null
  /** Minor units and number of donations in the last `days` days. */
  readonly recent: { readonly raised: bigint; readonly donations: number; readonly days: number }
  readonly today: LocalDate
  /** The last day; null without one. */
  readonly endsOn: LocalDate | null
}

export type Forecast = {
  /** Minor units a day at the recent pace, rounded down. */
  readonly perDay: bigint
  /**
   * The day on which the goal is reached at that pace; null without a goal, if it is reached already, or if the
   * fundraiser ends before.
   */
  readonly reachesGoalOn: LocalDate | null
  /** Minor units raised by the last day; null without one. */
  readonly atEnd: bigint | null
}

/** Minimum for a forecast; fewer days or donations have no reliable pace. */
const daysMin = 7
const donationsMin = 3
/** Days after which a goal isn't forecast. */
const daysMax = 730

/**
 * Extrapolates the recent pace to the goal and to the last day (content-16); null if there are too few days or
 * donations.
 */
export function getForecast({ raised, goal, recent, today, endsOn }: ForecastData): Forecast | null {
  if (recent.days < daysMin || recent.donations < donationsMin) return null
  const perDay = recent.raised / BigInt(recent.days)
  const daysLeft = endsOn === null ? null : daysBetween(today, endsOn)
  if (perDay <= 0n || (daysLeft !== null && daysLeft <= 0)) return null
  const needed = goal === null || goal <= raised ? null : Number((goal - raised + perDay - 1n) / perDay)
  const isInTime = needed !== null && needed <= (daysLeft ?? daysMax)
  return {
    perDay,
    reachesGoalOn: isInTime ? addDays(today, needed) : null,
    atEnd: daysLeft === null ? null : raised + perDay * BigInt(daysLeft),
  }
}
