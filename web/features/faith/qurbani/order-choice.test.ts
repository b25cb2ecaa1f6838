import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import {
  amountsOf,
  filterOffers,
  isWholeAnimal,
  maxQuantity,
  type OfferedItem,
  readQuantity,
  offeredTotalOf,
} from './order-choice.ts'

const shares: OfferedItem = {
  animal: 'cow',
  unit: 'share',
  currency: 'GBP',
  animalPrice: 37_500,
  sharesPerAnimal: 7,
  remaining: 70,
}
const cows: OfferedItem = { ...shares, unit: 'animal', remaining: null }

test('shares are limited to one animal, and seven cost the whole animal', () => {
  expect(maxQuantity(shares)).toBe(7)
  expect(maxQuantity({ ...shares, remaining: 4 })).toBe(4)
  expect([1, 3, 7].map((quantity) => offeredTotalOf(shares, quantity))).toEqual([
    money(5400n, 'GBP'),
    money(16_200n, 'GBP'),
    money(37_500n, 'GBP'),
  ])
  expect([6, 7].map((quantity) => isWholeAnimal(shares, quantity))).toEqual([false, true])
})

test('a whole-animal item counts animals, up to the order limit', () => {
  expect(maxQuantity(cows)).toBe(99)
  expect(maxQuantity({ ...cows, remaining: 2 })).toBe(2)
  expect(offeredTotalOf(cows, 2)).toEqual(money(75_000n, 'GBP'))
  expect(isWholeAnimal(cows, 7)).toBe(false)
})

test('limits the quantity in a URL to what can be ordered', () => {
  expect(['3', '0', '9', '-1', 'x', '1.5', null].map((typed) => readQuantity(typed, shares))).toEqual([
    3, 1, 7, 1, 1, 1, 1,
  ])
})

test('converts each amount once, within the limit of one request', () => {
  expect(amountsOf({ ...shares, sharePrice: 5400 })).toEqual([5400, 37_500, 10_800, 16_200, 21_600, 27_000, 32_400])
  expect(amountsOf({ ...cows, sharePrice: 5400 }).length).toBeLessThanOrEqual(50)
})

test('filters by country and animal; empty filters match all', () => {
  const offers = [
    { country: 'PK', animal: 'cow' },
    { country: 'PK', animal: 'goat' },
    { country: 'KE', animal: 'cow' },
  ]
  expect(filterOffers(offers, { country: '', animal: '' })).toEqual(offers)
  expect(filterOffers(offers, { country: 'PK', animal: '' })).toHaveLength(2)
  expect(filterOffers(offers, { country: 'KE', animal: 'goat' })).toEqual([])
})
