import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'

/** Days for which a donor can choose before an unperformed order becomes sadaqah (qurbani-7). */
const choiceDays = 30

/** A donor's options for an order that wasn't performed in time. */
export type UnperformedChoice = 'refund' | 'sadaqah'

/** Returns when an order becomes sadaqah unless its donor chooses before. */
export const choiceEndsAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + choiceDays * dayMs)

/** Returns the day before whose start every donor can still choose: the end's day in the latest time zone. */
export const chooseBefore = (endsAt: Date): LocalDate => localDateIn('Etc/GMT+12', endsAt)

/**
 * Returns the outcome of an order that wasn't performed: the donor's choice, sadaqah after 30 days, or none yet
 * (qurbani-7).
 */
export function shareOutcomeOf(
  { requestedAt, choice }: { readonly requestedAt: Date; readonly choice: UnperformedChoice | null },
  now: Date,
): UnperformedChoice | 'waiting' {
  if (choice) return choice
  return now >= choiceEndsAt(requestedAt) ? 'sadaqah' : 'waiting'
}
