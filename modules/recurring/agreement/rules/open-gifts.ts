import { dayMs } from '#shared/time.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { leftOfTotal } from './plan-total.ts'

/** The fields of a donation that decide what its donor can still do. */
export type GiftData = {
  readonly state: OccurrenceState
  readonly skipReason: string | null
  readonly on: LocalDate
  readonly plannedAt: Date
  readonly retries: number
  readonly waitsUntil: Date | null
}
export type PlanData = { readonly state: SubscriptionState; readonly endsOn: LocalDate | null }

/** Days after which a donation is no longer collected (recurring-6). */
const lateDaysMax = 30
const isTooLate = ({ plannedAt }: GiftData, now: Date) => now.getTime() - plannedAt.getTime() > lateDaysMax * dayMs

/** Whether a skipped donation can be restored: it is still to come, or an outage skipped it. */
export const mayBeTaken = (gift: GiftData, plan: PlanData, now: Date): boolean =>
  plan.state === 'active' &&
  gift.state === 'SKIPPED' &&
  (plan.endsOn === null || gift.on <= plan.endsOn) &&
  (gift.plannedAt > now || (gift.skipReason === 'outage' && !isTooLate(gift, now)))

/** Whether a due, uncollected donation can be paid now: it waits for the donor, for a retry, or has failed. */
export const mayBePaid = (gift: GiftData, plan: PlanData, now: Date): boolean =>
  isActive(plan.state) &&
  ((gift.state === 'ACTION_REQUIRED' && (gift.waitsUntil === null || gift.waitsUntil > now)) ||
    (gift.state === 'FAILED' && !isTooLate(gift, now)) ||
    (gift.state === 'SCHEDULED' && gift.retries > 0))

/** Whether a donation still fits the total of its plan; later donations may have replaced a failed one. */
export const fitsTotal = (
  { state, gift }: Pick<GiftData, 'state'> & { readonly gift: bigint },
  { total }: { readonly total: bigint | null },
  rows: Parameters<typeof leftOfTotal>[1],
): boolean => total === null || state !== 'FAILED' || gift <= leftOfTotal(total, rows)
