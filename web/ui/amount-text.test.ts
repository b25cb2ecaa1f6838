import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountText } from './amount-text.ts'

test.each([
  ['', '0'],
  ['0', '0'],
  ['007', '7'],
  ['20', '20'],
  ['1,250', '1250'],
  ['$ 30', '30'],
  ['12.50', '12'],
  ['12.00', '12'],
  ['abc', '0'],
  ['9999999999999', '999999999'],
])('%j is %s [S1 §5]', (typed, text) => {
  expect(amountText(typed).text).toBe(text)
})
test('a fraction that is dropped is said, one of nothing is not', () => {
  expect(amountText('12.50').isFractionDropped).toBe(true)
  expect(amountText('12.00').isFractionDropped).toBe(false)
})
test('whatever is typed, the field holds a whole number without leading zeros [S1 §5]', () => {
  fc.assert(fc.property(fc.string(), (typed) => /^(0|[1-9]\d{0,8})$/.test(amountText(typed).text)))
})
