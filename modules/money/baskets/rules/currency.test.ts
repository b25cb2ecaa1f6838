import { expect, test } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { currencyAfterPayment, currencyWithLine, joinedCurrency } from './currency.ts'

const basket = (currency: Currency, isCurrencyChosen: boolean, lines = 1) => ({
  currency,
  isCurrencyChosen,
  lines: Array.from({ length: lines }),
})

test('a basket has the currency of its first line only if none was chosen [baskets-4]', () => {
  expect(currencyWithLine(basket('USD', false, 0), 'GBP')).toBe('GBP')
  expect(currencyWithLine(basket('USD', true, 0), 'GBP')).toBe('USD')
  expect(currencyWithLine(basket('USD', false), 'GBP')).toBe('USD')
})

test('after a payment the next currency of the basket is chosen', () => {
  expect(currencyAfterPayment('USD', [{ currency: 'GBP' }, { currency: 'EUR' }])).toBe('GBP')
  expect(currencyAfterPayment('USD', [{ currency: 'GBP' }, { currency: 'USD' }])).toBe('USD')
  expect(currencyAfterPayment('USD', [])).toBe('USD')
})

test.each([
  ['a chosen one over one of a line', basket('USD', false), basket('GBP', true), 'GBP', true],
  ['its own where both were chosen', basket('USD', true), basket('GBP', true), 'USD', true],
  ['its own where neither was', basket('USD', false), basket('GBP', false), 'USD', false],
  ['the guest’s where its own is empty', basket('USD', false, 0), basket('GBP', false), 'GBP', false],
  ['the guest’s choice where its own is empty', basket('USD', true, 0), basket('GBP', true), 'GBP', true],
  ['its own choice although it is empty', basket('USD', true, 0), basket('GBP', false), 'USD', true],
] as const)('at log-in a basket takes %s [baskets-4]', (_, own, guests, currency, isCurrencyChosen) => {
  expect(joinedCurrency(own, guests)).toEqual({ currency, isCurrencyChosen })
})
