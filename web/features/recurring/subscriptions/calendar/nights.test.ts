import { describe, expect, test } from 'vitest'
import { toPlanRequest } from '../wizard/plan-request.ts'
import { amountOfNight, type NightData, applyQuickPick, stepInGrid } from './nights.ts'
import { type PlanForm, readPlanForm } from '../wizard/plan-form.ts'

const night = (number: number, over: Partial<NightData> = {}): NightData => ({
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
const nights = Array.from({ length: 30 }, (_, index) => night(index + 1))
const planForm = {
  ...readPlanForm(new URLSearchParams(''), { programme: 'Ramadan30Nights', currency: 'USD' }),
  amount: '20',
}
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
  test('quick picks choose all nights, the last ten, the odd ones, or add the 27th at a higher amount', () => {
    expect(applyQuickPick(planForm, 'last-ten', nights).nights).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    expect(applyQuickPick(planForm, 'odd', nights).nights).toHaveLength(15)
    expect(applyQuickPick({ ...planForm, nights: [21] }, '27', nights)).toMatchObject({ nights: [21, 27] })
    expect(applyQuickPick(planForm, 'nothing of ours', nights)).toBe(planForm)
  })

  test('“More on the 27th” raises that night and leaves all others unchanged', () => {
    for (const spread of ['equal', '27', 'odd', 'odd27', 'own'] as const) {
      const before: PlanForm = { ...planForm, spread, own: { '21': '5', '22': '90' } }
      const after = applyQuickPick(before, '27', nights)
      const others = nights.map(({ number }) => number).filter((number) => number !== 27)
      expect([spread, others.map((number) => amountOfNight(number, after))]).toEqual([
        spread,
        others.map((number) => amountOfNight(number, before)),
      ])
      expect([spread, amountOfNight(27, after)]).toEqual([spread, 60n])
    }
    // A higher amount that the donor typed is kept.
    expect(amountOfNight(27, applyQuickPick({ ...planForm, spread: 'own', own: { '27': '100' } }, '27', nights))).toBe(
      100n,
    )
  })

  test('no quick pick chooses a night that has passed', () => {
    expect(applyQuickPick(planForm, 'all', [night(1, { isPast: true }), night(2)]).nights).toEqual([2])
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

  test('sends each night by number in minor units, and their total', () => {
    expect(toPlanRequest({ ...planForm, spread: 'odd27', nights: [26, 27] }, plan)).toMatchObject({
      donationAmount: 8000,
      donationAmountCurrency: 'USD',
      hijriYear: 1448,
      nights: [26, 27],
      amounts: { '26': 2000, '27': 6000 },
    })
    expect(toPlanRequest({ ...planForm, currency: 'KWD', amount: '3', nights: [1] }, plan).amounts).toEqual({
      '1': 3000,
    })
  })
})

describe('keyboard navigation in the grid', () => {
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
  ] as const)('%s from %i', (key, position, to) => expect(stepInGrid(key, position, grid)).toBe(to))
  test('reverses the columns in a right-to-left page', () => {
    expect(stepInGrid('ArrowLeft', 0, { ...grid, isRtl: true })).toBe(1)
    expect(stepInGrid('ArrowRight', 1, { ...grid, isRtl: true })).toBe(0)
  })
})
