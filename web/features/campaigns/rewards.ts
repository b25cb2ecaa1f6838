import type { LevelView, Reward } from '#modules/campaigns/contract.ts'

/** The giving levels of `POST /api/projectapi/rewards` as a campaign's page has them. */
export const rewardsOf = (rewards: readonly Reward[]): LevelView[] =>
  rewards.map((each) => ({
    id: each.ID,
    title: each.Title,
    description: each.Description,
    amount: each.ChallengeAmount,
    limit: each.Limit > 0 ? each.Limit : null,
    claimed: each.PrizeAwarded,
    remaining: each.Remaining,
    soldOut: each.SoldOut,
    includeNote: each.IncludeNote,
    requireNote: each.RequireNote,
    noteDescription: each.NoteDescription,
    includeEmail: each.IncludeEmailNote,
    requireEmail: each.RequireEmail,
    emailDescription: each.NoteEmail,
    requireShipping: each.RequireShipping,
    requireEmergencyContact: each.RequireEmergencyContact,
    requireMedical: each.RequireMedicalInfo,
  }))
