export { getCampaignForDonation, getPublicCampaign } from './campaign-for-donation.ts'
export {
  type ChosenCampaign,
  chosenCampaigns,
  findChosen,
  type ListedKind,
  listFeaturedCampaigns,
  setFeaturedCampaigns,
} from './queries/chosen.ts'
export { cardsOf } from './queries/cards.ts'
export type { CampaignForDonation } from './queries/donation.ts'
export { campaignTotals } from './queries/totals.ts'
export { findCampaigns } from './queries/page.ts'
export {
  endedCampaignsAmong,
  findRunningData,
  organizersOf,
  type RunningData,
  runningData,
  viewsByDay,
} from './queries/running.ts'
export { refuseDonation } from './refuse-donation.ts'
export { campaignRunBy } from './run-by.ts'
export { campaignsToChoose, type CampaignForPlan, planDataBySlug, planDataOf } from './queries/plan-data.ts'
export { cardOf } from './views.ts'
