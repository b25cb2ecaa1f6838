import { describe, expect, test } from 'vitest'
import { askedOf } from '../wizard/asked.ts'
import { amountOfNight, type NightFacts, picked, stepInGrid } from './nights.ts'
import { type Wish, wishOf } from '../wizard/wish.ts'

const night = (number: number, over: Partial<NightFacts> = {}): NightFacts => ({
  number,
  on: '2027-02-07',
  day: '',
  charged: '',
  hijri: '',
  isOdd: number % 2 === 1,
  isArafah: false,
  isUncertain: false,
  isMaybe: number === 30,
  isPast: false,
  ...over,
})
const nights = Array.from({ length: 30 }, (_, at) => night(at + 1))
const wish = { ...wishOf(new URLSearchParams(''), { programme: 'Ramadan30Nights', currency: 'USD' }), amount: '20' }
const plan = {
  givingPlanId: 'p',
  programme: 'Ramadan30Nights',
  hijriYear: 1448,
  nights,
  levels: [],
  takesCodes: true,
  inviter: undefined,
} as const

describe('nights and their amounts', () => {
  test('quick picks choose all, the last ten, the odd ones, or take the 27th in with more', () => {
    expect(picked(wish, 'last-ten', nights).nights).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    expect(picked(wish, 'odd', nights).nights).toHaveLength(15)
    expect(picked({ ...wish, nights: [21] }, '27', nights)).toMatchObject({ nights: [21, 27] })
    expect(picked(wish, 'nothing of ours', nights)).toBe(wish)
  })

  test('“More on the 27th” gives more on that night and leaves every other as it is', () => {
    for (const spread of ['equal', '27', 'odd', 'odd27', 'own'] as const) {
      const before: Wish = { ...wish, spread, own: { '21': '5', '22': '90' } }
      const after = picked(before, '27', nights)
      const others = nights.map(({ number }) => number).filter((number) => number !== 27)
      expect([spread, others.map((number) => amountOfNight(number, after))]).toEqual([
        spread,
        others.map((number) => amountOfNight(number, before)),
      ])
      expect([spread, amountOfNight(27, after)]).toEqual([spread, 60n])
    }
    // What was typed for it stays where that is more.
    expect(amountOfNight(27, picked({ ...wish, spread: 'own', own: { '27': '100' } }, '27', nights))).toBe(100n)
  })

  test('a night that has passed is chosen by no pick', () => {
    expect(picked(wish, 'all', [night(1, { isPast: true }), night(2)]).nights).toEqual([2])
  })

  test.each([
    ['equal', 21, 20n],
    ['odd', 21, 40n],
    ['odd', 22, 20n],
    ['27', 27, 60n],
    ['27', 29, 20n],
    ['odd27', 27, 60n],
    ['odd27', 29, 40n],
    ['arafah', 9, 40n],
    ['own', 21, 5n],
    ['own', 22, 20n],
  ] as const)('%s: number %i gets %i', (spread, number, amount) => {
    expect(amountOfNight(number, { amount: '20', spread, own: { '21': '5' } })).toBe(amount)
  })

  test('the server is asked for each night by its number, in minor units, and for all of them together', () => {
    expect(askedOf({ ...wish, spread: 'odd27', nights: [26, 27] }, plan)).toMatchObject({
      donationAmount: 8000,
      donationAmountCurrency: 'USD',
      hijriYear: 1448,
      nights: [26, 27],
      amounts: { '26': 2000, '27': 6000 },
    })
    expect(askedOf({ ...wish, currency: 'KWD', amount: '3', nights: [1] }, plan).amounts).toEqual({ '1': 3000 })
  })
})

describe('the grid under the keyboard', () => {
  const grid = { count: 30, columns: 5, isRtl: false }
  test.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 3, 8],
    ['ArrowUp', 3, 3],
    ['ArrowDown', 27, 27],
    ['Home', 7, 5],
    ['End', 7, 9],
    ['Enter', 7, undefined],
  ] as const)('%s from %i', (key, at, to) => expect(stepInGrid(key, at, grid)).toBe(to))
  test('where the page runs to the left, so do the columns', () => {
    expect(stepInGrid('ArrowLeft', 0, { ...grid, isRtl: true })).toBe(1)
    expect(stepInGrid('ArrowRight', 1, { ...grid, isRtl: true })).toBe(0)
  })
})
