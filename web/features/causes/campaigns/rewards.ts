import type { LevelView, ProjectReward } from '#modules/causes/campaigns/contract.ts'
import { optionsOfWire } from '#modules/causes/campaigns/rules/level-fields.ts'
import { type Currency, parseMajor } from '#shared/money.ts'

/** Converts the giving levels of `POST /api/projectapi/rewards` for a campaign's page. */
export const rewardsOf = (rewards: readonly ProjectReward[], currency: Currency): LevelView[] =>
  rewards.map((each) => ({
    id: each.ID,
    title: each.Title,
    description: each.Description,
    amount: Number(parseMajor(each.ChallengeAmount, currency)?.amount ?? 0n),
    limit: each.Limit > 0 ? each.Limit : null,
    claimed: each.PrizeAwarded,
    remaining: each.Remaining,
    soldOut: each.SoldOut,
    frequency: null,
    ...optionsOfWire(each),
  }))
