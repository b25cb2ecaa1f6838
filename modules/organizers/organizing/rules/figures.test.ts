import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { changeOf, campaignNumbersOf, stepsOf } from './figures.ts'
import { daysOfPeriod } from './period.ts'

const day = localDate

test('a period ends today in the charity’s zone and has as many days before it', () => {
  const now = new Date('2026-11-20T23:30:00Z')
  expect(daysOfPeriod('7', { now, since: now, timeZone: 'Europe/London' })).toEqual({
    from: '2026-11-14',
    to: '2026-11-20',
    before: { from: '2026-11-07', to: '2026-11-13' },
  })
  expect(daysOfPeriod('7', { now, since: now, timeZone: 'Asia/Karachi' }).to).toBe('2026-11-21')
  expect(daysOfPeriod('all', { now, since: new Date('2024-01-01T12:00:00Z'), timeZone: 'Europe/London' })).toEqual({
    from: '2024-01-01',
    to: '2026-11-20',
    before: undefined,
  })
})

test('four figures of a period; visits are compared only with donations of counted days', () => {
  const donations = [
    { day: day('2026-11-01'), gift: 9_000n, donations: 3 },
    { day: day('2026-11-10'), gift: 1_001n, donations: 2 },
  ]
  const views = [{ day: day('2026-11-10'), views: 40 }]
  const span = { from: day('2026-11-01'), to: day('2026-11-30') }
  expect(campaignNumbersOf({ ...span, donations, views, donors: 4 })).toEqual({
    raised: 10_001n,
    donations: 5,
    donors: 4,
    average: 2000n,
    views: 40,
    conversion: 50,
  })
  expect(campaignNumbersOf({ ...span, donations, views: [], donors: 4 }).conversion).toBeNull()
  expect(campaignNumbersOf({ ...span, donations: [], views, donors: 0 })).toMatchObject({
    average: null,
    conversion: 0,
  })
})

test('a change is in whole percent, and none without an earlier value', () => {
  expect(changeOf(150n, 100n)).toBe(50)
  expect(changeOf(50, 200)).toBe(-75)
  for (const [now, before] of [
    [5, 0],
    [5, null],
    [null, 5],
  ] as const)
    expect(changeOf(now, before)).toBeNull()
})

test('a chart’s steps cover every day once, about a hundred at most, and lose no donation', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), fc.integer({ min: 1, max: 500 }))),
      (length, given) => {
        const from = day('2023-06-14')
        const to = addDays(from, length)
        const donations = given.map(([offset, gift]) => ({
          day: addDays(from, offset),
          gift: BigInt(gift),
          donations: 1,
        }))
        const { steps } = stepsOf({ from, to, donations, views: [] })
        expect(steps[0]!.day).toBe(from)
        expect(steps.length).toBeLessThanOrEqual(106)
        expect(steps.map((step) => step.day)).toEqual([...new Set(steps.map((step) => step.day))].sort())
        expect(daysBetween(steps.at(-1)!.day, to)).toBeGreaterThanOrEqual(0)
        const within = donations.filter((donation) => donation.day <= to)
        expect(steps.reduce((sum, step) => sum + step.raised, 0n)).toBe(
          within.reduce((sum, item) => sum + item.gift, 0n),
        )
        expect(steps.reduce((sum, step) => sum + step.donations, 0)).toBe(within.length)
      },
    ),
  )
})
