export {
  findLookedInto,
  resumeHeldCampaign,
  type LookedIntoCampaign,
  pauseCampaign,
  setZakatVerified,
} from './queries/trust.ts'
