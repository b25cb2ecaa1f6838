import type { LocalDate } from '#shared/calendar.ts'
import { addDays, daysBetween } from '#shared/hijri.ts'

export type ForecastData = {
  /** Minor units, in total. */
  readonly raised: bigint
  /** Minor units; `null` without a goal. */
  readonly goal: bigint | null
  /** Minor units and donations of the last `days` days. */
  readonly recent: { readonly raised: bigint; readonly donations: number; readonly days: number }
  readonly today: LocalDate
  /** The last day; `null` without one. */
  readonly endsOn: LocalDate | null
}

export type Forecast = {
  /** Minor units a day at the recent pace, rounded down. */
  readonly perDay: bigint
  /** The day the goal is reached at that pace; `null`: reached already, not before the end, or without a goal. */
  readonly reachesGoalOn: LocalDate | null
  /** Minor units raised by the last day; `null` without one. */
  readonly atEnd: bigint | null
}

/** A pace of fewer days or donations says nothing. */
const daysMin = 7
const donationsMin = 3
/** A goal further away than this is not forecast. */
const daysMax = 730

/** Extends the recent pace to the goal and to the last day (content-16); `null` where there is too little to go by. */
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
