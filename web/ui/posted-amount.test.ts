import { expect, test } from 'vitest'
import { parseMajor } from '#shared/money.ts'
import { postedAmount, postedExact, postedQuantity } from './posted-amount.ts'

test('a posted amount is whole, or what was typed', () => {
  expect(postedAmount('١٬٢٥٠', 2)).toBe('1250')
  expect(postedAmount('12,00', 2)).toBe('12')
  expect(postedAmount('12.50', 2)).toBe('12.50')
  expect(postedAmount('12.500', 2)).toBe('12500')
  expect(postedAmount('12.500', 3)).toBe('12.500')
  expect(postedAmount('', 2)).toBe('0')
})

test('a posted quantity is from 1 to 99, or the fraction that was typed', () => {
  for (const [typed, quantity] of [
    ['', 1],
    ['0', 1],
    ['٣', 3],
    ['150', 99],
    ['2.0', 2],
    ['1.5', 1.5],
    ['١٫٥', 1.5],
    ['1,5', 1.5],
    ['1.2.3', 1],
  ] as const)
    expect(postedQuantity(typed)).toBe(quantity)
})

test.each([
  ['12.50', 2, '12.50'],
  ['12,50', 2, '12.50'],
  ['١٢٫٥٠', 2, '12.50'],
  ['۱۲٫۵', 2, '12.5'],
  ['١٬٢٥٠٫٥٠', 2, '1250.50'],
  ['1,250.50', 2, '1250.50'],
  ['1,250', 2, '1250'],
  ['1 250.50', 2, '1250.50'],
  ['1,00,000', 2, '100000'],
  ['0.500', 3, '0.500'],
  ['1,250.500', 3, '1250.500'],
  ['1,250,000', 3, '1250000'],
  ['1,250', 0, '1250'],
  ['', 2, ''],
])('%j with %i decimals is %j, exactly', (typed, exponent, exact) => {
  expect(postedExact(typed, exponent)).toBe(exact)
})

test.each([
  ['1,250', 3],
  ['1.250', 2],
  ['12.505', 2],
  ['12.5', 0],
  ['12,5', 0],
  ['1.2.3', 2],
  ['1.250,50', 2],
  ['-5', 2],
  ['ten', 2],
] as const)('%j with %i decimals is read in no way, so it is refused', (typed, exponent) => {
  const currency = ({ 0: 'JPY', 2: 'USD', 3: 'KWD' } as const)[exponent]
  expect(parseMajor(postedExact(typed, exponent), currency)).toBeUndefined()
})
