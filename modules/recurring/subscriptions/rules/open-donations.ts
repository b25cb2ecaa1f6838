import { dayMs } from '#shared/time.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { OccurrenceState, SubscriptionState } from '#modules/recurring/plans/rules/states.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { remainingOfTotal } from './plan-total.ts'

/** The fields of a donation that decide what its donor can still do. */
export type OpenDonationData = {
  readonly state: OccurrenceState
  readonly skipReason: string | null
  readonly on: LocalDate
  readonly plannedAt: Date
  readonly retries: number
  readonly actionDeadline: Date | null
}
export type PlanPeriod = { readonly state: SubscriptionState; readonly endsOn: LocalDate | null }

/** Days after its date until which a donation can still be collected (recurring-6). */
const lateDaysMax = 30
const isTooLate = ({ plannedAt }: OpenDonationData, now: Date) =>
  now.getTime() - plannedAt.getTime() > lateDaysMax * dayMs

/** Whether a skipped donation can be restored: it is in the future, or an outage skipped it. */
export const canBeRestored = (donation: OpenDonationData, plan: PlanPeriod, now: Date): boolean =>
  plan.state === 'active' &&
  donation.state === 'SKIPPED' &&
  (plan.endsOn === null || donation.on <= plan.endsOn) &&
  (donation.plannedAt > now || (donation.skipReason === 'outage' && !isTooLate(donation, now)))

/** Whether the donor can pay a due, uncollected donation now: it waits for the donor or a retry, or has failed. */
export const canBePaidNow = (donation: OpenDonationData, plan: PlanPeriod, now: Date): boolean =>
  isActive(plan.state) &&
  ((donation.state === 'ACTION_REQUIRED' && (donation.actionDeadline === null || donation.actionDeadline > now)) ||
    (donation.state === 'FAILED' && !isTooLate(donation, now)) ||
    (donation.state === 'SCHEDULED' && donation.retries > 0))

/** Whether a failed donation still fits the plan's total, since later donations may have replaced it. */
export const fitsTotal = (
  { state, gift }: Pick<OpenDonationData, 'state'> & { readonly gift: bigint },
  { total }: { readonly total: bigint | null },
  rows: Parameters<typeof remainingOfTotal>[1],
): boolean => total === null || state !== 'FAILED' || gift <= remainingOfTotal(total, rows)

type FailingDonation = OpenDonationData & { readonly gift: bigint; readonly refunded: bigint }

/** Returns the latest donation that its donor can pay by hand. A failure before a paid donation doesn't count. */
export function latestFailure<Donation extends FailingDonation>(
  rows: readonly Donation[],
  plan: PlanPeriod & { readonly total: bigint | null },
  now: Date,
): Donation | undefined {
  const failed = rows.findLast((row) => canBePaidNow(row, plan, now) && fitsTotal(row, plan, rows))
  const isPast =
    failed?.state === 'FAILED' &&
    rows.some(({ state, plannedAt }) => state === 'SUCCEEDED' && plannedAt > failed.plannedAt)
  return isPast ? undefined : failed
}

/** Returns donations whose charge failed and is retried on a scheduled day. */
export const retriedDonations = <Donation extends OpenDonationData>(
  rows: readonly Donation[],
  { state }: Pick<PlanPeriod, 'state'>,
): Donation[] => (state === 'active' ? rows.filter((row) => row.state === 'SCHEDULED' && row.retries > 0) : [])

/** Returns donations that are being charged: whatever changes now, they may still be paid. */
export const donationsBeingCharged = <Donation extends Pick<OpenDonationData, 'state'>>(
  rows: readonly Donation[],
): Donation[] => rows.filter(({ state }) => state === 'PROCESSING' || state === 'UNKNOWN')
