export { findLookedInto, letGoOn, type LookedIntoCampaign, pauseCampaign, setZakatVerified } from './queries/trust.ts'
