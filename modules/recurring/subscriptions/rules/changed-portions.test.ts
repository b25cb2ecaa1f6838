import { describe, expect, test } from 'vitest'
import { hijriMonths } from '#shared/hijri.ts'
import { money } from '#shared/money.ts'
import { changedPortions, isUpcoming, futureDonations } from './changed-portions.ts'

const now = new Date('2027-02-10T12:00:00Z')
const earlier = new Date('2027-02-10T11:59:59Z')
const later = new Date('2027-02-10T12:00:01Z')
const gbp = (minor: bigint) => money(minor, 'GBP')
const portion = (gift: string, tip = '0') => ({ gift, tip })
/** This Ramadan has thirty nights by the calendar, the next one 29. */
const ramadan = { kind: 'ramadan', hijriYear: 1447, nights: [1, 2, 3] } as const
const weekly = { kind: 'week', weekday: 5 } as const
const row = (over: Partial<Parameters<typeof futureDonations>[0][number]>) => ({
  state: 'SCHEDULED' as const,
  skipReason: null,
  plannedAt: later,
  number: 1,
  gift: 1000n,
  tip: 100n,
  cancelledFrom: null,
  ...over,
})

describe('an occurrence is still to come', () => {
  test('while it is scheduled, even after its time', () => {
    expect(isUpcoming({ state: 'SCHEDULED', skipReason: null, plannedAt: earlier }, now)).toBe(true)
  })

  test('while its plan is paused and its time has not come', () => {
    expect(isUpcoming({ state: 'SKIPPED', skipReason: 'paused', plannedAt: later }, now)).toBe(true)
    expect(isUpcoming({ state: 'SKIPPED', skipReason: 'paused', plannedAt: now }, now)).toBe(false)
    expect(isUpcoming({ state: 'SKIPPED', skipReason: 'paused', plannedAt: earlier }, now)).toBe(false)
  })

  test('not when its donor skipped it, or when it was charged, failed or cancelled', () => {
    expect(isUpcoming({ state: 'SKIPPED', skipReason: 'donor', plannedAt: later }, now)).toBe(false)
    for (const state of ['PROCESSING', 'UNKNOWN', 'ACTION_REQUIRED', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const)
      expect(isUpcoming({ state, skipReason: 'paused', plannedAt: later }, now)).toBe(false)
  })
})

describe('a change of amounts applies to', () => {
  const portions = {
    byNumber: {
      1: portion('1000', '10'),
      2: portion('2000', '20'),
      29: portion('2900', '29'),
      30: portion('3000', '30'),
    },
  }
  const numbers = (
    rows: Parameters<typeof futureDonations>[0],
    over: Partial<Parameters<typeof futureDonations>[1]> = {},
  ) =>
    futureDonations(rows, { portions, schedule: ramadan, ...over }, hijriMonths(), now).map(({ number, isMaybe }) =>
      isMaybe ? -number : number,
    )

  test('scheduled nights that are still to come, with their own amounts, and unscheduled nights', () => {
    const rows = [row({ number: 1 }), row({ number: 2, state: 'SUCCEEDED' }), row({ number: null })]
    expect(futureDonations(rows, { portions, schedule: ramadan }, hijriMonths(), now)).toEqual([
      { number: 1, gift: 1000n, tip: 100n, isMaybe: false },
      { number: 29, gift: 2900n, tip: 29n, isMaybe: false },
      { number: 30, gift: 3000n, tip: 30n, isMaybe: false },
    ])
  })

  test('a possible thirtieth night, in a year whose Ramadan has 29 by the calendar', () => {
    expect(numbers([], { schedule: { ...ramadan, hijriYear: 1448 } })).toEqual([1, 2, 29, -30])
    expect(numbers([], { schedule: { kind: 'dhul-hijjah', hijriYear: 1448, days: [1] } })).toEqual([1, 2, 29, 30])
  })

  test('a night that an announcement cancelled, as long as it may return', () => {
    const cancelled = { number: 30, state: 'CANCELLED', cancelledFrom: 'SCHEDULED' } as const
    expect(numbers([row({ ...cancelled, plannedAt: later })])).toContain(30)
    expect(numbers([row({ ...cancelled, plannedAt: now })])).not.toContain(30)
    expect(numbers([row({ ...cancelled, cancelledFrom: 'SKIPPED' })])).not.toContain(30)
  })

  test('only scheduled occurrences in a civil plan', () => {
    const item = { portions: { each: portion('500') }, schedule: weekly }
    expect(numbers([], item)).toEqual([])
    expect(numbers([row({ number: 7 })], item)).toEqual([7])
  })
})

describe('changed portions', () => {
  const remainder = [
    { number: 1, gift: 1000n, tip: 100n, isMaybe: false },
    { number: 2, gift: 1000n, tip: 50n, isMaybe: false },
    { number: 30, gift: 700n, tip: 7n, isMaybe: true },
  ]
  const before = {
    byNumber: { 1: portion('1000', '100'), 2: portion('1000', '50'), 3: portion('9', '9'), 30: portion('700', '7') },
  }
  const changed = (
    change: Parameters<typeof changedPortions>[2],
    over: Partial<Parameters<typeof changedPortions>[0]> = {},
  ) => changedPortions({ portions: before, schedule: ramadan, ...over }, remainder, change, 'GBP')

  test('of a civil plan are the new amounts, or the old ones if none is given', () => {
    const weeklyPlan = { portions: { each: portion('500', '50') }, schedule: weekly }
    expect(changed({ gift: gbp(600n) }, weeklyPlan)).toEqual({ each: portion('600', '50') })
    expect(changed({ tip: gbp(60n) }, weeklyPlan)).toEqual({ each: portion('500', '60') })
    expect(changed({}, weeklyPlan)).toEqual({ each: portion('500', '50') })
  })

  test('of a programme are the old ones if nothing changed', () => {
    expect(changed({})).toBe(before)
    expect(changed({ distribution: 'equal' })).toBe(before)
  })

  test('divide a new total and the tip between the nights that are certain', () => {
    expect(changed({ gift: gbp(3000n) })).toEqual({
      byNumber: { ...before.byNumber, 1: portion('1500', '75'), 2: portion('1500', '75') },
    })
  })

  test('divide a new total by the distribution, and a new tip in the same proportion', () => {
    expect(changed({ gift: gbp(3000n), tip: gbp(30n), distribution: 'odd-double' })).toEqual({
      byNumber: { ...before.byNumber, 1: portion('2000', '20'), 2: portion('1000', '10') },
    })
  })

  test('divide a new total of Dhul Hijjah between the remaining days only', () => {
    const days = { kind: 'dhul-hijjah', hijriYear: 1448, days: [1, 2, 9] } as const
    expect(changed({ gift: gbp(3000n) }, { schedule: days })).toEqual({
      byNumber: { ...before.byNumber, 1: portion('1500', '75'), 2: portion('1500', '75') },
    })
  })

  test('keep the donations when only the tip changes, and divide it in proportion', () => {
    expect(changed({ tip: gbp(20n) })).toEqual({
      byNumber: { ...before.byNumber, 1: portion('1000', '10'), 2: portion('1000', '10') },
    })
  })

  test('set amounts by number, keep the others, and divide the tip by the new amounts', () => {
    expect(changed({ amounts: { 1: 3000 } })).toEqual({
      byNumber: { ...before.byNumber, 1: portion('3000', '113'), 2: portion('1000', '37') },
    })
    expect(changed({ amounts: { 1: 3000 }, gift: gbp(9n) })).toEqual(changed({ amounts: { 1: 3000 } }))
  })

  test('set the amount of a possible night and keep its tip', () => {
    expect(changed({ amounts: { 30: 900 } })).toMatchObject({
      byNumber: { 30: portion('900', '7'), 1: portion('1000', '75') },
    })
  })

  test('stay unchanged when no night is certain', () => {
    const maybe = remainder.slice(2)
    expect(changedPortions({ portions: before, schedule: ramadan }, maybe, { tip: gbp(500n) }, 'GBP')).toEqual(before)
  })
})
