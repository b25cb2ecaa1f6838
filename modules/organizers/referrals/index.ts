export { creditGifts, followRefunds } from './credit.ts'
export { codeCounts } from './read-referer.ts'

export { forgetReferer } from './queries.ts'
export { referralStats } from './referral-stats.ts'
