export { metalPricesOn } from './metal-prices.ts'
export { ratesBetween } from './queries.ts'
