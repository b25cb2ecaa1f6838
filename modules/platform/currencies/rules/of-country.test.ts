import { expect, test } from 'vitest'
import { currencyOfCountry } from './of-country.ts'

test.each([
  ['GB', 'GBP'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['DE', 'EUR'],
  ['HR', 'EUR'],
  ['BG', 'EUR'],
  ['PL', 'USD'],
  ['PK', 'USD'],
  ['constructor', 'USD'],
  [undefined, 'USD'],
])('a visitor from %s sees %s by default', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency)
})
