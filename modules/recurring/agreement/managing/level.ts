import type { Tx } from '#shared/ports.ts'
import { giveUpPlanClaim, type LevelOfPlan } from '#modules/causes/campaigns/index-levels.ts'
import { hasOnce } from '#modules/money/giving/rules/donor-field-values.ts'
import { occurrencesOfCharge } from '../schedule/occurrence-queries.ts'
import { saveLevelCharge, type Subscription } from '../subscription-queries.ts'
import { wholeShare } from '../rules/portions.ts'
import { underWay } from '#modules/recurring/plans/rules/states.ts'

/** Whether one gift of it has something that the others do not: its level, or a field that is given once. */
export const bringsOnce = ({ levelId, details }: Pick<Subscription, 'levelId' | 'details'>): boolean =>
  levelId !== null || hasOnce(details)

/**
 * The subscription as the charge that is taken now finds it, held by the caller, who has written the charge to its
 * gifts: it brings what one gift has unless another charge has brought it or still may. So one gift brings it, however
 * many are collected at once.
 */
export async function withLevel(tx: Tx, held: Subscription, chargeId: string): Promise<Subscription> {
  if (!bringsOnce(held) || (held.levelChargeId !== null && (await mayBring(tx, held.levelChargeId)))) return held
  await saveLevelCharge(tx, held.id, chargeId)
  return { ...held, levelChargeId: chargeId }
}

const mayBring = async (tx: Tx, chargeId: string): Promise<boolean> =>
  (await occurrencesOfCharge(tx, chargeId)).some(
    ({ state }) => state === 'SUCCEEDED' || underWay.some((each) => each === state),
  )

/**
 * Of a subscription that the caller holds and that is over: its place goes to others, unless a gift has brought the
 * level.
 */
export const giveUpLevel = async (tx: Tx, { id, levelId }: Pick<Subscription, 'id' | 'levelId'>): Promise<void> => {
  if (levelId !== null) await giveUpPlanClaim(tx, { subscriptionId: id, levelId })
}

/**
 * Whether a plan that has given nothing yet may keep its level as it is changed: each gift goes to the level's
 * fundraiser, and is worth the level or not less than before.
 */
export function keepsLevel(before: Subscription, wanted: Subscription, level: LevelOfPlan): boolean {
  const giftOf = ({ portions }: Subscription) => ('each' in portions ? BigInt(portions.each.gift) : 0n)
  const isWorth = giftOf(wanted) >= level.amount || giftOf(wanted) >= giftOf(before)
  return (
    isWorth &&
    wanted.causes.length === 1 &&
    wanted.causes.every(({ campaignId, share }) => campaignId === String(level.campaignId) && share === wholeShare)
  )
}
