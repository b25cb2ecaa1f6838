import type { Tx } from '#shared/ports.ts'
import { releasePlanClaim, type LevelOfPlan } from '#modules/causes/campaigns/index.ts'
import { hasFirstDonationFields } from '#modules/money/giving/rules/donor-field-values.ts'
import { occurrencesOfCharge } from '../schedule/occurrence-queries.ts'
import type { Subscription } from '../subscription-queries.ts'
import { wholeShare } from '../../rules/portions.ts'
import { inProgressStates } from '#modules/recurring/plans/rules/states.ts'

/** Saves only the charge that fulfils the giving level. */
export const saveLevelCharge = (tx: Tx, id: string, chargeId: string) =>
  tx.updateTable('subscriptions.subscription').set({ level_charge_id: chargeId }).where('id', '=', id).execute()

/** Whether one donation of the plan has something that the others don't: a giving level or a one-time field. */
export const hasOneTimeExtras = ({ levelId, details }: Pick<Subscription, 'levelId' | 'details'>): boolean =>
  levelId !== null || hasFirstDonationFields(details)

/**
 * Returns a locked subscription for the charge claimed now: with level and one-time fields, unless another charge has
 * them or can still get them. So exactly one donation has them, however many are collected together.
 */
export async function withLevel(tx: Tx, subscription: Subscription, chargeId: string): Promise<Subscription> {
  if (
    !hasOneTimeExtras(subscription) ||
    (subscription.levelChargeId !== null && (await canFulfilLevel(tx, subscription.levelChargeId)))
  )
    return subscription
  await tx
    .updateTable('subscriptions.subscription')
    .set({ level_charge_id: chargeId })
    .where('id', '=', subscription.id)
    .execute()
  return { ...subscription, levelChargeId: chargeId }
}

const canFulfilLevel = async (tx: Tx, chargeId: string): Promise<boolean> =>
  (await occurrencesOfCharge(tx, chargeId)).some(
    ({ state }) => state === 'SUCCEEDED' || inProgressStates.some((option) => option === state),
  )

/** Releases the level's unit of a locked, ended subscription, unless a donation has fulfilled the level. */
export const releaseLevel = async (tx: Tx, { id, levelId }: Pick<Subscription, 'id' | 'levelId'>): Promise<void> => {
  if (levelId !== null) await releasePlanClaim(tx, { subscriptionId: id, levelId })
}

/**
 * Whether a changed plan without a paid donation keeps its level: each donation goes to the level's fundraiser and is
 * at least the level's amount, or not less than before.
 */
export function meetsLevel(before: Subscription, subscription: Subscription, level: LevelOfPlan): boolean {
  const donationOf = ({ portions }: Subscription) => ('each' in portions ? BigInt(portions.each.gift) : 0n)
  const isWorth = donationOf(subscription) >= level.amount || donationOf(subscription) >= donationOf(before)
  return (
    isWorth &&
    subscription.causes.length === 1 &&
    subscription.causes.every(
      ({ campaignId, share }) => campaignId === String(level.campaignId) && share === wholeShare,
    )
  )
}
