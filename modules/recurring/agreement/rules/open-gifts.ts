import { dayMs } from '#shared/time.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { leftOfTotal } from './plan-total.ts'

/** What of a gift decides whether its donor may still do something about it. */
export type GiftFacts = {
  readonly state: OccurrenceState
  readonly skippedBecause: string | null
  readonly on: LocalDate
  readonly plannedAt: Date
  readonly retries: number
  readonly waitsUntil: Date | null
}
export type PlanFacts = { readonly state: SubscriptionState; readonly endsOn: LocalDate | null }

/** Nothing is collected later than that, whoever asks (recurring-6). */
const lateDaysMax = 30
const isTooLate = ({ plannedAt }: GiftFacts, now: Date) => now.getTime() - plannedAt.getTime() > lateDaysMax * dayMs

/** Left out, and may be given after all: when it is still to come, or an outage of ours left it out. */
export const mayBeTaken = (gift: GiftFacts, plan: PlanFacts, now: Date): boolean =>
  plan.state === 'active' &&
  gift.state === 'SKIPPED' &&
  (plan.endsOn === null || gift.on <= plan.endsOn) &&
  (gift.plannedAt > now || (gift.skippedBecause === 'outage' && !isTooLate(gift, now)))

/**
 * Not collected yet though its time has come, and its donor may pay it now: it waits for them or for another try, or it
 * failed.
 */
export const mayBePaid = (gift: GiftFacts, plan: PlanFacts, now: Date): boolean =>
  isActive(plan.state) &&
  ((gift.state === 'ACTION_REQUIRED' && (gift.waitsUntil === null || gift.waitsUntil > now)) ||
    (gift.state === 'FAILED' && !isTooLate(gift, now)) ||
    (gift.state === 'SCHEDULED' && gift.retries > 0))

/** Whether a gift may be paid now within the total of its plan; later gifts may have taken the place of a failed one. */
export const fitsTotal = (
  { state, gift }: Pick<GiftFacts, 'state'> & { readonly gift: bigint },
  { total }: { readonly total: bigint | null },
  rows: Parameters<typeof leftOfTotal>[1],
): boolean => total === null || state !== 'FAILED' || gift <= leftOfTotal(total, rows)
