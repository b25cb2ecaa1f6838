export { getCampaignForDonation, getPublicCampaign } from './campaign-for-donation.ts'
export {
  type OwnLevel,
  addLevel,
  changeLevel,
  hasLevelOfRequest,
  listOwnLevels,
  orderLevels,
  removeLevel,
} from './levels/levels-written.ts'
export { type Level } from './levels/levels.ts'
export { expireReservations, holdsOf, releaseLevels, reserveLevels } from './levels/reservations.ts'
export { type LevelOfPlan, claimForPlan, findLevelOfPlan, releasePlanClaim } from './levels/plan-levels.ts'
export { assertOffered } from './levels/assert-offered.ts'
export { cardsOf } from './queries/cards.ts'
export {
  countDonorsOfCharity,
  generalFundOf,
  openGeneralFund,
  publicCampaignsOf,
  setGeneralFundSlug,
  setReliefOfCharity,
  totalsOfCharity,
} from './queries/charity.ts'
export {
  type ChosenCampaign,
  type ListedKind,
  chosenCampaigns,
  findChosen,
  listFeaturedCampaigns,
  setFeaturedCampaigns,
} from './queries/chosen.ts'
export type { CampaignForDonation } from './queries/donation.ts'
export {
  type EditedCampaign,
  changeStatus,
  countDrafts,
  findEdited,
  insertFundraiser,
  listOwnCampaigns,
  lockEdited,
  renameCharity,
  slugsTaken,
  updateEdited,
} from './queries/edited.ts'
export { replaceGallery } from './queries/gallery.ts'
export { isOwnCharity, assertNotOwnCharity } from './queries/own-charity.ts'
export { findCampaigns } from './queries/page.ts'
export { campaignsBelow, findParent, lockParent, publicBelow, rootOf, setSupporterSettings } from './queries/parents.ts'
export { type CampaignForPlan, campaignsToChoose, planDataBySlug, planDataOf } from './queries/plan-data.ts'
export {
  type RunningData,
  endedCampaignsAmong,
  findRunningData,
  levelsOf,
  organizersOf,
  runningData,
  viewsByDay,
} from './queries/running.ts'
export {
  type TeamMember,
  changeTeamMember,
  deleteTeamMember,
  isPersonal,
  leaveTeamsOfCharity,
  listTeam,
  lockTeam,
} from './queries/team-written.ts'
export { eraseTeamMember, insertTeamMembers } from './queries/team.ts'
export { campaignTotals, shownTotal, shownTotals } from './queries/totals.ts'
export { viewsByOrigin } from './queries/visits.ts'
export {
  type ReviewedCampaign,
  findReviewedCampaign,
  pauseCampaign,
  resumeCampaignPausedByStaff,
  setZakatVerified,
} from './queries/trust.ts'
export { createRecent } from './recent.ts'
export { assertAcceptsDonations } from './assert-accepts-donations.ts'
export { cleanRichText, plainTextOf, richTextOf, storyOf } from './rich-text.ts'
export type { CampaignKind } from './rules/kinds.ts'
export { campaignRunBy } from './run-by.ts'
export type { CampaignFrequency, CampaignPaymentMethod, TeamRole } from './tables.ts'
export { cardOf, listedLevels, rewardOf } from './views.ts'
export { type News, changeNews, deleteNews, findNews, insertNews, listOwnNews } from './queries/news-written.ts'
