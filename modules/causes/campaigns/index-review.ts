export {
  findReviewedCampaign,
  resumeCampaignPausedByStaff,
  type ReviewedCampaign,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
export { isOwnCharity, refuseOwnCharity } from './refuse-own-charity.ts'
