import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import { amountFor, checkoutAddress, type ShownRate, wholeAmountFor } from './obligation-amount.ts'

const rate: ShownRate = { obligation: 'kaffarah-fast', year: 1448, rate: '550', code: 'GBP', source: 'Board' }

test('a broken fast is sixty meals [zakat-20]', () => {
  expect(amountFor(rate, 'GB', '٢')).toMatchObject({ amount: money(66_000n, 'GBP'), count: 2n, measures: 120n })
})

test.each([
  ['', 'number-not-positive'],
  ['0', 'number-not-positive'],
  ['-1', 'number-negative'],
  ['1.5', 'number-too-many-decimals'],
  ['two', 'number-invalid'],
])('"%s" people are refused', (count, code) => {
  expect(amountFor(rate, 'GB', count)).toMatchObject({ code })
})

test('a checkout takes whole amounts, so the sum is rounded up', () => {
  expect(wholeAmountFor(money(550n, 'GBP'))).toBe('6')
  expect(wholeAmountFor(money(600n, 'GBP'))).toBe('6')
  expect(wholeAmountFor(money(550n, 'JPY'))).toBe('550')
  expect(wholeAmountFor(money(2_501n, 'KWD'))).toBe('3')
  expect(wholeAmountFor(money(10n ** 20n, 'GBP'))).toBeUndefined()
})

test('a link to the checkout names the amount and the donation type', () => {
  expect(checkoutAddress('clean-water', 'al-fitr', '25')).toBe(
    '/v4/checkout/clean-water?amount=25&donationType=zakat-al-fitr&src=zakat-al-fitr',
  )
})
