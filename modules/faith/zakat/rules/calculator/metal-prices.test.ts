import { expect, test } from 'vitest'
import { parseRate } from '#modules/platform/currencies/rules/rate.ts'
import { localDate } from '#shared/calendar.ts'
import type { Currency } from '#shared/money.ts'
import { judgePriceAge, metalPriceIn } from './metal-prices.ts'

const rate = (perEuro: string) => ({ perEuro: parseRate(perEuro)! })
const price = (usdPerGram: string) => ({ usdPerGram, day: localDate('2026-11-20') })

test.each<[string, Currency, string, string]>([
  ['100', 'USD', '', '100.0000'],
  ['1.23455', 'USD', '', '1.2346'],
  ['132.5', 'EUR', '', '120.4545'],
  ['132.5', 'GBP', '0.87', '104.7955'],
  ['1.6', 'KWD', '0.3374', '0.4908'],
  ['132.5', 'IDR', '18350.5', '2210401.1364'],
])('%s US dollars are per gram in %s at %s: %s [zakat-13]', (usd, currency, perEuro, expected) => {
  expect(metalPriceIn(currency, price(usd), rate('1.1'), perEuro === '' ? undefined : rate(perEuro))).toBe(expected)
})

test('without a rate or a price above 0 there is no price [zakat-13]', () => {
  expect(metalPriceIn('GBP', price('100'))).toBeUndefined()
  expect(metalPriceIn('GBP', price('100'), rate('1.1'))).toBeUndefined()
  expect(metalPriceIn('USD', price('0'))).toBeUndefined()
  expect(metalPriceIn('USD', price('-1'))).toBeUndefined()
})

test.each([
  [0, 'fresh'],
  [24, 'fresh'],
  [24.01, 'dated'],
  [168, 'dated'],
  [168.01, 'confirm'],
] as const)('a price of %d hours is %s [zakat-13]', (hours, age) => {
  expect(judgePriceAge(hours)).toBe(age)
})
