import { expect, test } from 'vitest'
import { money } from '#shared/money.ts'
import {
  amountsOf,
  filterOffers,
  isWholeAnimal,
  maxQuantity,
  type Offered,
  readQuantity,
  totalOf,
} from './order-choice.ts'

const shares: Offered = {
  animal: 'cow',
  unit: 'share',
  currency: 'GBP',
  animalPrice: 37_500,
  sharesPerAnimal: 7,
  remaining: 70,
}
const cows: Offered = { ...shares, unit: 'animal', remaining: null }

test('shares are taken up to one animal, and seven cost the animal', () => {
  expect(maxQuantity(shares)).toBe(7)
  expect(maxQuantity({ ...shares, remaining: 4 })).toBe(4)
  expect([1, 3, 7].map((quantity) => totalOf(shares, quantity))).toEqual([
    money(5400n, 'GBP'),
    money(16_200n, 'GBP'),
    money(37_500n, 'GBP'),
  ])
  expect([6, 7].map((quantity) => isWholeAnimal(shares, quantity))).toEqual([false, true])
})

test('an item that is offered whole counts animals, as many as an order may have', () => {
  expect(maxQuantity(cows)).toBe(99)
  expect(maxQuantity({ ...cows, remaining: 2 })).toBe(2)
  expect(totalOf(cows, 2)).toEqual(money(75_000n, 'GBP'))
  expect(isWholeAnimal(cows, 7)).toBe(false)
})

test('a quantity of an address is brought within what can be ordered', () => {
  expect(['3', '0', '9', '-1', 'x', '1.5', null].map((typed) => readQuantity(typed, shares))).toEqual([
    3, 1, 7, 1, 1, 1, 1,
  ])
})

test('each amount is converted once, and never more than one call takes', () => {
  expect(amountsOf({ ...shares, sharePrice: 5400 })).toEqual([5400, 37_500, 10_800, 16_200, 21_600, 27_000, 32_400])
  expect(amountsOf({ ...cows, sharePrice: 5400 }).length).toBeLessThanOrEqual(50)
})

test('filters choose by country and animal, and empty ones choose everything', () => {
  const offers = [
    { country: 'PK', animal: 'cow' },
    { country: 'PK', animal: 'goat' },
    { country: 'KE', animal: 'cow' },
  ]
  expect(filterOffers(offers, { country: '', animal: '' })).toEqual(offers)
  expect(filterOffers(offers, { country: 'PK', animal: '' })).toHaveLength(2)
  expect(filterOffers(offers, { country: 'KE', animal: 'goat' })).toEqual([])
})
