import type { LevelView, ProjectReward } from '#modules/causes/campaigns/contract.ts'
import { optionsOfWire } from '#modules/causes/campaigns/rules/level-fields.ts'
import { type Currency, parseMajor } from '#shared/money.ts'
import type { Json } from '#shared/wire/json.ts'

/** Converts the giving levels of `POST /api/projectapi/rewards` for a campaign's page. */
export const rewardsOf = (rewards: readonly ProjectReward[], currency: Currency): Json<LevelView>[] =>
  rewards.map((reward) => ({
    id: reward.ID,
    title: reward.Title,
    description: reward.Description,
    amount: Number(parseMajor(reward.ChallengeAmount, currency)?.amount ?? 0n),
    limit: reward.Limit > 0 ? reward.Limit : null,
    claimed: reward.PrizeAwarded,
    remaining: reward.Remaining,
    soldOut: reward.SoldOut,
    frequency: null,
    ...optionsOfWire(reward),
  }))
