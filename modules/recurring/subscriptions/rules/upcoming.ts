import type { LocalDate } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import { type Occurrence, occurrencesIn, type Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { OccurrenceState } from '#modules/recurring/plans/rules/states.ts'
import { plannedAtOf } from './uncertain-nights.ts'
import { portionOf, type Portions } from './portions.ts'

export type UpcomingOccurrence = Occurrence & { readonly gift: bigint; readonly tip: bigint }

type PlanForUpcoming = {
  readonly schedule: Schedule
  readonly timeZone: string
  readonly portions: Portions
  readonly startsOn: LocalDate
  readonly endsOn: LocalDate | null
  readonly consentUntil: LocalDate
}
type Written = {
  readonly key: string
  readonly on: LocalDate
  readonly number: number | null
  readonly dueAt: Date
  readonly plannedAt: Date
  readonly isUncertain: boolean
  readonly state: OccurrenceState
  readonly gift: bigint
  readonly tip: bigint
}

/**
 * Returns the donations due in a window, earliest first: the scheduled ones, and beyond them those of the schedule.
 * Excludes skipped, cancelled and attempted ones.
 */
export function upcoming(
  plan: PlanForUpcoming,
  written: readonly Written[],
  window: { readonly from: LocalDate; readonly until: LocalDate; readonly after: Date },
  months: HijriMonths,
): UpcomingOccurrence[] {
  const known = new Set(written.map(({ key }) => key))
  const from = plan.startsOn > window.from ? plan.startsOn : window.from
  // All nights are agreed to at once, so the end of the agreement doesn't limit them.
  const agreed = 'hijriYear' in plan.schedule ? [] : [plan.consentUntil]
  const until = [window.until, ...agreed, ...(plan.endsOn ? [plan.endsOn] : [])].reduce((a, b) => (a < b ? a : b))
  const planned = occurrencesIn(plan.schedule, { timeZone: plan.timeZone, from, until }, months).flatMap(
    (occurrence) => {
      const portion = known.has(occurrence.key) ? undefined : portionOf(plan.portions, occurrence.number)
      return portion && occurrence.dueAt > window.after
        ? [{ ...occurrence, ...portion, dueAt: plannedAtOf(occurrence, plan.timeZone) }]
        : []
    },
  )
  const scheduled = written.filter(
    ({ state, on, plannedAt }) =>
      state === 'SCHEDULED' && window.from <= on && on <= window.until && plannedAt > window.after,
  )
  return [...scheduled, ...planned].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime())
}
