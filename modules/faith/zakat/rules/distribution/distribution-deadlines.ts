import type { LocalDate } from '#shared/calendar.ts'
import { addHijriMonths } from '../tracking/anniversaries.ts'

export type DistributionDeadlines = {
  /** The days on which the charity is reminded. */
  readonly reminders: readonly [firstOn: LocalDate, secondOn: LocalDate]
  /** The first day on which what is not distributed is late. */
  readonly lateFrom: LocalDate
}

/**
 * When a charity has to have distributed zakat it received: reminders on the same Hijri day nine and eleven months later,
 * late from that of twelve months on; in a shorter month its last day (zakat-19).
 */
export const distributionDeadlines = (receivedOn: LocalDate): DistributionDeadlines => ({
  reminders: [addHijriMonths(receivedOn, 9), addHijriMonths(receivedOn, 11)],
  lateFrom: addHijriMonths(receivedOn, 12),
})
