export {
  findReviewedCampaign,
  resumeCampaignPausedByStaff,
  type ReviewedCampaign,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
export { isOwnCharity, refuseOwnCharity } from './queries/own-charity.ts'
