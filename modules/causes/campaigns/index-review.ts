export {
  findCampaignForReview,
  resumeCampaignPausedByStaff,
  type CampaignForReview,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
