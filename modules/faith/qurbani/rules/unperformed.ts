import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'

/** How long a donor has to choose before an order that was not performed becomes sadaqah (qurbani-7). */
const choiceDays = 30

/** What a donor may choose for an order that was not performed in time. */
export type Choice = 'refund' | 'sadaqah'

/** When an order becomes sadaqah unless its donor chooses before. */
export const choiceEndsAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + choiceDays * dayMs)

/** The day before whose beginning every donor can still choose, wherever they are: the day in the last zone on earth. */
export const chooseBefore = (endsAt: Date): LocalDate => localDateIn('Etc/GMT+12', endsAt)

/** What becomes of an order that was not performed: the donor's choice, sadaqah after 30 days, or it waits (qurbani-7). */
export function outcomeOf(
  { requestedAt, choice }: { readonly requestedAt: Date; readonly choice: Choice | null },
  now: Date,
): Choice | 'waiting' {
  if (choice) return choice
  return now >= choiceEndsAt(requestedAt) ? 'sadaqah' : 'waiting'
}
