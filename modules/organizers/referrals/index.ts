export { anonymizeReferer, referredDonations } from './referer-queries.ts'
export { referralStats } from './referral-stats.ts'
