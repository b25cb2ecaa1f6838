import { expect, test } from 'vitest'
import { perGram } from './metal-price.ts'

test.each([
  ['4129.10045482', '132.75366228'],
  ['60.61747286', '1.94889701'],
  ['31.1034768', '1.00000000'],
  ['0.0000001', undefined],
  ['-4', undefined],
  ['gold', undefined],
])('a troy ounce at %s USD is a gram at %s', (perOunce, gram) => {
  expect(perGram(perOunce)).toBe(gram)
})
