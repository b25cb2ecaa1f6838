export { type CurrencyPorts, type RateTable, refreshRates } from './rates.ts'
export { parseRate, type Rate } from './rules/rate.ts'
