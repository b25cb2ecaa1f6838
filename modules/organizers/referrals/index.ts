export { creditGifts, followRefunds } from './credit.ts'
export { codeCounts } from './read-referer.ts'

export { forgetReferer, referredDonations } from './queries.ts'
export { referralStats } from './referral-stats.ts'
