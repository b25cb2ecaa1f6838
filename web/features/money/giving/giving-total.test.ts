import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { addUp, type CurrencySum, totalCurrency } from './giving-total.ts'

const sum = (currency: Currency, gift: number, count = 1): CurrencySum => ({ currency, gift, zakat: 0, count })

test('the total uses the chosen currency, otherwise the most frequent one', () => {
  const sums = [sum('USD', 9000, 1), sum('GBP', 500, 3), sum('USD', 100, 1)]
  expect(totalCurrency('EUR', sums)).toBe('EUR')
  expect(totalCurrency(undefined, sums)).toBe('GBP')
  expect(totalCurrency(undefined, [])).toBeUndefined()
})

test('sums of one currency add up exactly and are not approximate', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { minLength: 1, maxLength: 5 }), (gifts) => {
      const total = addUp(
        gifts.map((gift) => sum('GBP', gift)),
        'GBP',
        new Map(),
      )
      expect(total).toEqual({
        currency: 'GBP',
        gift: gifts.reduce((a, b) => a + b, 0),
        zakat: 0,
        count: gifts.length,
        isApproximate: false,
      })
    }),
  )
})

test('converted sums give a whole, approximate amount', () => {
  const total = addUp([sum('GBP', 19_500, 7), sum('USD', 7500, 3)], 'GBP', new Map([['USD', { gift: 5678, zakat: 0 }]]))
  expect(total).toEqual({ currency: 'GBP', gift: 25_200, zakat: 0, count: 10, isApproximate: true })
})

test('there is no total while a rate is unknown', () => {
  expect(addUp([sum('GBP', 100), sum('LYD', 100)], 'GBP', new Map([['LYD', null]]))).toBeNull()
})
