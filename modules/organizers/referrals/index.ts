export { anonymizeReferer, referredDonations } from './referer-queries.ts'
