export {
  findReviewedCampaign,
  resumeCampaignPausedByStaff,
  type ReviewedCampaign,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
