import type { Schedule } from '#modules/recurring/plans/rules/schedule.ts'
import type { Cause, Portions } from './portions.ts'

/** What makes two plans of a donor the same (recurring-33). */
export type DonationsOfPlan = {
  readonly planId: string
  readonly schedule: Schedule
  readonly currency: string
  readonly portions: Portions
  readonly causes: readonly Cause[]
  readonly levelId: bigint | null
  readonly isZakat: boolean
}

/**
 * Returns a text that two plans share if they are the same: plan, frequency, amounts without tips, currency, causes,
 * level and zakat. The card, the tip and the first and last day don't count.
 */
export function donationsOf({
  planId,
  schedule,
  currency,
  portions,
  causes,
  levelId,
  isZakat,
}: DonationsOfPlan): string {
  const gifts =
    'each' in portions
      ? portions.each.gift
      : // Numbers as keys are in ascending order in every object.
        Object.entries(portions.byNumber).map(([number, { gift }]) => [number, gift])
  const shares = causes.map(({ campaignId, share }) => `${campaignId} ${share}`).toSorted()
  return JSON.stringify([planId, schedule.kind, gifts, currency, shares, String(levelId), isZakat])
}
