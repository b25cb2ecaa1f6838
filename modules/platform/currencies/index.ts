export { type MetalPorts, metalPricesOn, type MetalTable, refreshMetalPrices } from './metal-prices.ts'
export { ratesBetween } from './queries.ts'
export { type CurrencyPorts, type RateTable, refreshRates } from './rates.ts'
export { parseRate, type Rate } from './rules/rate.ts'
