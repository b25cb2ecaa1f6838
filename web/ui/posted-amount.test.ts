import { expect, test } from 'vitest'
import { toMajor } from '#shared/money.ts'
import { exactAmountFault, postedAmount, postedAmountFault, postedExact, postedQuantity } from './posted-amount.ts'

test('a posted amount is whole, or what was typed', () => {
  expect(postedAmount('١٬٢٥٠', 2)).toBe('1250')
  expect(postedAmount('12.00', 2)).toBe('12')
  expect(postedAmount('12.50', 2)).toBe('12.50')
  for (const typed of ['12.500', '12,50', '20 or 50', '10-20', '1e3', '-5']) expect(postedAmount(typed, 2)).toBe(typed)
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
    ['1.2.3', Number.NaN],
    ['10-20', Number.NaN],
    ['1e3', Number.NaN],
  ] as const)
    expect(postedQuantity(typed)).toBe(quantity)
})

test('says whether a refused amount has a fraction', () => {
  for (const typed of ['12.50', '12,5', '١٢٫٥٠']) expect(postedAmountFault(typed)).toEqual({ code: 'not-whole' })
  for (const typed of ['20 or 50', '10-20', '1e3', 'NaN'])
    expect(postedAmountFault(typed)).toEqual({ code: 'amount-invalid' })
})

const currencies = { 0: 'JPY', 2: 'USD', 3: 'KWD' } as const

test.each([
  ['12.50', 2, '12.50'],
  ['١٢٫٥٠', 2, '12.50'],
  ['۱۲٫۵', 2, '12.50'],
  ['١٬٢٥٠٫٥٠', 2, '1250.50'],
  ['1,250.50', 2, '1250.50'],
  ['1,250', 2, '1250.00'],
  ['1 250.50', 2, '1250.50'],
  ['1,00,000', 2, '100000.00'],
  ['.5', 2, '0.50'],
  ['0.500', 3, '0.500'],
  ['2500.125', 3, '2500.125'],
  ['1,250.500', 3, '1250.500'],
  ['1,250,000', 3, '1250000.000'],
  ['1,250', 0, '1250'],
  ['', 2, '0.00'],
] as const)('%j with %i decimals is %j, exactly', (typed, exponent, exact) => {
  expect(toMajor(postedExact(typed, currencies[exponent])!)).toBe(exact)
})

test.each([
  ['1,250', 3],
  ['1.250', 3],
  ['12.500', 3],
  ['1.250', 2],
  ['12,50', 2],
  ['12.505', 2],
  ['12.5', 0],
  ['12,5', 0],
  ['1.2.3', 2],
  ['1.250,50', 2],
  ['-5', 2],
  ['ten', 2],
] as const)('%j with %i decimals is read in no way, so it is refused', (typed, exponent) => {
  expect(postedExact(typed, currencies[exponent])).toBeUndefined()
  expect(exactAmountFault(typed, currencies[exponent]).code).toBe(
    exponent === 3 ? 'number-ambiguous' : 'amount-invalid',
  )
})
