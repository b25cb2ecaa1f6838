export {
  findReviewedCampaign,
  resumeHeldCampaign,
  type ReviewedCampaign,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
