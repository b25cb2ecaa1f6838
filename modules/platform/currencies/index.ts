export { metalPricesOn } from './metal-prices.ts'
export { newestRates, ratesBetween } from './queries.ts'
