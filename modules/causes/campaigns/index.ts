export { getCampaignForGift } from './campaign-for-gift.ts'
export {
  type CampaignKind,
  type ChosenCampaign,
  chosenCampaigns,
  findChosen,
  rankedFirst,
  rankFirst,
} from './queries/chosen.ts'
export { campaignsHandlers } from './http.ts'
export { cardsOf, listCards } from './queries/cards.ts'
export { type CampaignForGift } from './queries/gift.ts'
export {
  countClaims,
  expireReservations,
  giveBackClaims,
  holdsOf,
  releaseLevels,
  reserveLevels,
  takeClaimsAgain,
  type Level,
} from './queries/levels.ts'
export {
  claimForPlan,
  findLevelOfPlan,
  giveUpPlanClaim,
  type LevelOfPlan,
  passPlanClaims,
} from './queries/plan-levels.ts'
export { addToTotals, campaignTotals, takeFromTotals } from './queries/totals.ts'
export { findCampaigns, findShareFacts } from './queries/page.ts'
export { findLookedInto, letGoOn, type LookedIntoCampaign, pauseCampaign, setZakatVerified } from './queries/trust.ts'
export {
  endedCampaignsAmong,
  levelsOf,
  organizersOf,
  type RunningFacts,
  findRunningFacts,
  runningFacts,
  viewsByDay,
} from './queries/running.ts'
export { eraseTeamMember, insertTeamMembers } from './queries/team.ts'
export {
  changeTeamMember,
  deleteTeamMember,
  isPersonal,
  leaveTeamsOfCharity,
  listTeam,
  lockTeam,
} from './queries/team-written.ts'
export {
  addLevel,
  changeLevel,
  isLevelOfPress,
  listOwnLevels,
  orderLevels,
  type OwnLevel,
  removeLevel,
} from './queries/levels-written.ts'
export { changeNews, deleteNews, findNews, insertNews, listOwnNews, type News } from './queries/news-written.ts'
export {
  countDrafts,
  type EditedCampaign,
  findEdited,
  insertFundraiser,
  listOwnCampaigns,
  lockEdited,
  moveStatus,
  renameCharity,
  slugsTaken,
  updateEdited,
} from './queries/edited.ts'
export type { TeamMember } from './queries/team-written.ts'
export type { TeamRole } from './tables.ts'
export { refuseDonation } from './refuse-donation.ts'
export { cleanRichText, plainTextOf, richTextOf, storyOf } from './rich-text.ts'
export { campaignRunBy } from './run-by.ts'
export { campaignsToChoose, type PlanFacts, planFactsBySlug, planFactsOf } from './queries/plan-facts.ts'
export { pictureOf } from './rules/category.ts'
export { cardOf, rewardOf } from './views.ts'
