import type { LocalDate } from '#shared/calendar.ts'
import { addHijriMonths } from '../tracking/anniversaries.ts'

export type DistributionDeadlines = {
  /** The days on which the charity is reminded. */
  readonly reminders: readonly [firstOn: LocalDate, secondOn: LocalDate]
  /** The first day on which undistributed zakat is late. */
  readonly lateFrom: LocalDate
}

/**
 * Deadlines for distributing received zakat: reminders on the same Hijri day nine and eleven months later, late from
 * the same day after twelve months; the last day of the month if it is shorter (zakat-19).
 */
export const distributionDeadlines = (receivedOn: LocalDate): DistributionDeadlines => ({
  reminders: [addHijriMonths(receivedOn, 9), addHijriMonths(receivedOn, 11)],
  lateFrom: addHijriMonths(receivedOn, 12),
})
