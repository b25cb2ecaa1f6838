export { anonymizeReferer, referredDonations } from './queries.ts'
export { referralStats } from './referral-stats.ts'
