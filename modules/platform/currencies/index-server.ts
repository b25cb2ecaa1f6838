import { currenciesHandlers } from './http.ts'
import { refreshMetalPrices } from './metal-prices.ts'
import { refreshRates } from './rates.ts'
import { parseRate } from './rules/rate.ts'

export type { MetalTable } from './metal-prices.ts'
export type { Rate } from './rules/rate.ts'
export type { RateTable } from './rates.ts'
export type { CurrencyPorts } from './rates.ts'
export type { MetalPorts } from './metal-prices.ts'

/** What only the server uses from this module. */
export const currenciesServer = {
  handlers: currenciesHandlers,
  jobs: { refreshMetalPrices, refreshRates },
  parseRate,
}
