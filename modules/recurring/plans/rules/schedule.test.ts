import { addDays, daysBetween } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { isInLastTenNights } from './amounts.ts'
import {
  chargeTimes,
  friday,
  nightsOfRamadan,
  occurrencesIn,
  parseChargeTimes,
  type Schedule,
  scheduleAt,
  weekdayOf,
} from './schedule.ts'

const months = hijriMonths()
const zones = [
  'Europe/London',
  'America/New_York',
  'Asia/Karachi',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Asia/Kuala_Lumpur',
  'America/St_Johns',
  'Asia/Riyadh',
  'UTC',
  'America/Los_Angeles',
]
const window = (from: string, until: string, timeZone = 'Europe/London') => ({
  timeZone,
  from: localDate(from),
  until: localDate(until),
})
const days = (schedule: Schedule, ...items: Parameters<typeof window>) =>
  occurrencesIn(schedule, window(...items), months).map(({ on }) => on as string)
const allNights = Array.from({ length: 30 }, (_, index) => index + 1)

const wallOf = (timeZone: string, instant: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(instant)

describe('civil plans', () => {
  test('a monthly one keeps its anchor day through shorter months (recurring-10)', () => {
    expect(days({ kind: 'month', anchorDay: 31 }, '2027-01-01', '2027-04-30')).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
    ])
    expect(days({ kind: 'month', anchorDay: 29 }, '2028-02-01', '2028-03-31')).toEqual(['2028-02-29', '2028-03-29'])
  })

  test.each([
    [
      29,
      ['2027-01-29', '2027-02-28', '2027-03-29', '2027-04-29'],
      ['2028-01-29', '2028-02-29', '2028-03-29', '2028-04-29'],
    ],
    [
      30,
      ['2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30'],
      ['2028-01-30', '2028-02-29', '2028-03-30', '2028-04-30'],
    ],
    [
      31,
      ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30'],
      ['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30'],
    ],
  ])(
    'a monthly one on the %ith gives on the last day of February and once a month (recurring-10)',
    (anchorDay, plain, leap) => {
      const ofZone = (timeZone: string, from: string, until: string) =>
        occurrencesIn({ kind: 'month', anchorDay }, window(from, until, timeZone), months).map(({ key, on, dueAt }) => {
          expect(localDateIn(timeZone, dueAt)).toBe(on)
          return key
        })
      for (const timeZone of zones) {
        expect(ofZone(timeZone, '2027-01-01', '2027-04-30')).toEqual(plain)
        expect(ofZone(timeZone, '2028-01-01', '2028-04-30')).toEqual(leap)
        // Scheduling one day at a time, as after nightly outages, yields the same occurrences, each once.
        const days = Array.from({ length: 121 }, (_, day) => addDays(localDate('2028-01-01'), day))
        expect(days.flatMap((day) => ofZone(timeZone, day, day))).toEqual(leap)
      }
    },
  )

  // At a skipped hour the donation is due an hour later by local time, at a repeated hour the first time it occurs. The
  // dates are in the past because governments can still change future ones.
  test.each([
    ['Africa/Cairo', 'gap', '2025-04-25', 0, 30, '2025-04-24T22:30'],
    ['Africa/Cairo', 'overlap', '2025-10-30', 23, 30, '2025-10-30T20:30'],
    ['Africa/Casablanca', 'gap', '2025-04-06', 2, 30, '2025-04-06T02:30'],
    ['Africa/Casablanca', 'overlap', '2025-02-23', 2, 30, '2025-02-23T01:30'],
    ['Pacific/Auckland', 'gap', '2025-09-28', 2, 30, '2025-09-27T14:30'],
    ['Pacific/Auckland', 'overlap', '2025-04-06', 2, 30, '2025-04-05T13:30'],
    ['America/New_York', 'gap', '2025-03-09', 2, 30, '2025-03-09T07:30'],
    ['America/New_York', 'overlap', '2025-11-02', 1, 30, '2025-11-02T05:30'],
  ])(
    '%s, where clocks make the %s of %s at %i:%i: one donation at one instant of that day (recurring-10)',
    (timeZone, _, on, hour, minute, dueAt) => {
      const wall = { hour, minute }
      const [before, after] = [addDays(localDate(on), -1), addDays(localDate(on), 1)]
      const occurrences = occurrencesIn({ kind: 'day', at: wall }, window(before, after, timeZone), months)
      expect(occurrences.map(({ key }) => key)).toEqual([before, on, after])
      expect(occurrences[1]!.dueAt.toISOString().slice(0, 16)).toBe(dueAt)
      expect(occurrences.map(({ dueAt: instant }) => localDateIn(timeZone, instant))).toEqual([before, on, after])
      const hours = occurrences.map(({ dueAt: instant }, place) =>
        place === 0 ? 24 : (instant.getTime() - occurrences[place - 1]!.dueAt.getTime()) / 3_600_000,
      )
      expect(Math.min(...hours)).toBeGreaterThanOrEqual(23)
      expect(Math.max(...hours)).toBeLessThanOrEqual(25)
      // The default charge times are far from the change, so the day of the change is normal.
      const usual = occurrencesIn({ kind: 'day' }, window(before, after, timeZone), months)
      expect(usual.map(({ dueAt: instant }) => wallOf(timeZone, instant))).toEqual(['09:00', '09:00', '09:00'])
    },
  )

  test('a plan gives on the day it ends and not after it (recurring-10)', () => {
    expect(days({ kind: 'week', weekday: friday }, '2027-03-12', '2027-03-19')).toEqual(['2027-03-12', '2027-03-19'])
    expect(days({ kind: 'week', weekday: friday }, '2027-03-12', '2027-03-18')).toEqual(['2027-03-12'])
    expect(days({ kind: 'day' }, '2027-03-12', '2027-03-11')).toEqual([])
  })

  test('clock changes add and remove no donation (recurring-10)', () => {
    for (const timeZone of zones) {
      const year = occurrencesIn({ kind: 'day' }, window('2027-01-01', '2027-12-31', timeZone), months)
      expect(year).toHaveLength(365)
      expect(new Set(year.map(({ dueAt }) => dueAt.getTime())).size).toBe(365)
      expect(year.every(({ dueAt, on }) => localDateIn(timeZone, dueAt) === on)).toBe(true)
    }
  })

  test('Friday is in the donor’s zone: earlier in Auckland than in London (recurring-9)', () => {
    const [first] = occurrencesIn(
      { kind: 'week', weekday: friday },
      window('2027-03-12', '2027-03-18', 'America/New_York'),
      months,
    )
    const [second] = occurrencesIn(
      { kind: 'week', weekday: friday },
      window('2027-03-19', '2027-03-25', 'America/New_York'),
      months,
    )
    expect([first!.dueAt.toISOString(), second!.dueAt.toISOString()]).toEqual([
      '2027-03-12T14:00:00.000Z',
      '2027-03-19T13:00:00.000Z',
    ])
    const [auckland] = occurrencesIn(
      { kind: 'week', weekday: friday },
      window('2027-03-12', '2027-03-12', 'Pacific/Auckland'),
      months,
    )
    expect(auckland!.dueAt.toISOString()).toBe('2027-03-11T20:00:00.000Z')
  })
})

describe('nights of Ramadan', () => {
  test('a night is the evening before its day (calendar-3)', () => {
    const nights = nightsOfRamadan(1448, months)
    const evening = (number: number) => nights.find((night) => night.number === number)?.eveningOn
    expect([1, 21, 27, 29, 30].map(evening)).toEqual([
      '2027-02-07',
      '2027-02-27',
      '2027-03-05',
      '2027-03-07',
      undefined,
    ])
    expect(nights.filter(isInLastTenNights).map(({ number }) => number)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29])
    expect(nightsOfRamadan(1447, months).filter(isInLastTenNights).at(-1)).toMatchObject({
      number: 30,
      eveningOn: '2026-03-18',
    })
  })

  test('a Ramadan of 29 nights gives 29 times and has no thirtieth (calendar-4)', () => {
    const occurrences = occurrencesIn(
      { kind: 'ramadan', hijriYear: 1448, nights: allNights },
      window('2027-01-01', '2027-12-31'),
      months,
    )
    expect(occurrences).toHaveLength(29)
    expect(occurrences.map(({ key }) => key)).toContain('ramadan:1448:29')
  })

  test('at 22:30 in the donor’s time zone (calendar-6)', () => {
    const first = (timeZone: string) =>
      occurrencesIn(
        { kind: 'ramadan', hijriYear: 1448, nights: [1] },
        window('2027-01-01', '2027-12-31', timeZone),
        months,
      )[0]!
        .dueAt.toISOString()
        .slice(0, 16)
    expect(
      ['Europe/London', 'America/New_York', 'Asia/Kuala_Lumpur', 'Pacific/Auckland', 'Asia/Riyadh'].map(first),
    ).toEqual(['2027-02-07T22:30', '2027-02-08T03:30', '2027-02-07T14:30', '2027-02-07T09:30', '2027-02-07T19:30'])
  })

  test('a month that begins a day later moves its nights, which keep their keys (recurring-1)', () => {
    const seen = hijriMonths([{ year: 1448, month: 9, startsOn: localDate('2027-02-09') }])
    const schedule: Schedule = { kind: 'ramadan', hijriYear: 1448, nights: allNights }
    const [before, after] = [months, seen].map((hijriMonths) =>
      occurrencesIn(schedule, window('2027-01-01', '2027-12-31'), hijriMonths),
    )
    expect(after!.map(({ key }) => key)).toEqual(before!.map(({ key }) => key))
    expect(after!.map(({ on }) => on)).toEqual(before!.map(({ on }) => addDays(on, 1)))
  })

  test('only the first and the thirtieth night wait for an announcement', () => {
    const uncertain = (announcedMonths: Parameters<typeof hijriMonths>[0], year = 1447) =>
      nightsOfRamadan(year, hijriMonths(announcedMonths)).flatMap(({ number, isUncertain }) =>
        isUncertain ? [number] : [],
      )
    expect(uncertain([])).toEqual([1, 30])
    expect(uncertain([{ year: 1447, month: 9, startsOn: localDate('2026-02-18') }])).toEqual([30])
    expect(uncertain([{ year: 1447, month: 10, startsOn: localDate('2026-03-20') }])).toEqual([1])
    expect(uncertain([], 1448)).toEqual([1])
  })

  test('two Ramadans begin in 2030, with different keys (calendar-1)', () => {
    const keys = [1451, 1452].flatMap((hijriYear) =>
      occurrencesIn({ kind: 'ramadan', hijriYear, nights: [1, 2] }, window('2030-01-01', '2030-12-31'), months),
    )
    expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length)
    expect(keys.length).toBeGreaterThanOrEqual(3)
  })
})

test('the ten days of Dhul Hijjah, Arafah the ninth of them (calendar-5)', () => {
  const occurrences = occurrencesIn(
    { kind: 'dhul-hijjah', hijriYear: 1448, days: allNights.slice(0, 10) },
    window('2027-01-01', '2027-12-31'),
    months,
  )
  expect([occurrences[0], occurrences[8], occurrences[9]].map((day) => day!.on)).toEqual([
    '2027-05-07',
    '2027-05-15',
    '2027-05-16',
  ])
  expect(occurrences.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('gives only on chosen nights and days, by number and with certain dates', () => {
  const year = window('2026-01-01', '2026-12-31')
  const given = (schedule: Schedule) =>
    occurrencesIn(schedule, year, months).map(({ key, on, number, isUncertain }) => [key, on, number, isUncertain])
  expect(given({ kind: 'ramadan', hijriYear: 1447, nights: [27, 21] })).toEqual([
    ['ramadan:1447:21', '2026-03-09', 21, false],
    ['ramadan:1447:27', '2026-03-15', 27, false],
  ])
  expect(given({ kind: 'dhul-hijjah', hijriYear: 1447, days: [9, 1] })).toEqual([
    ['dhul-hijjah:1447:1', '2026-05-18', 1, false],
    ['dhul-hijjah:1447:9', '2026-05-26', 9, false],
  ])
  expect(occurrencesIn({ kind: 'week', weekday: friday }, window('2026-11-20', '2026-11-20'), months)).toMatchObject([
    { key: '2026-11-20', on: '2026-11-20', number: null, isUncertain: false },
  ])
  expect(nightsOfRamadan(1447, months).flatMap(({ number, isOdd }) => (isOdd ? [number] : []))).toEqual(
    allNights.filter((number) => number % 2 === 1),
  )
})

test('adjacent windows give the same as one window, each donation once (recurring-2)', () => {
  const schedule = fc.oneof(
    fc.constant<Schedule>({ kind: 'day' }),
    fc.integer({ min: 1, max: 7 }).map((weekday) => ({ kind: 'week', weekday }) as Schedule),
    fc.integer({ min: 1, max: 31 }).map((anchorDay) => ({ kind: 'month', anchorDay }) as Schedule),
    fc
      .record({ month: fc.integer({ min: 1, max: 12 }), anchorDay: fc.integer({ min: 1, max: 31 }) })
      .map((input) => ({ kind: 'year', ...input }) as Schedule),
    fc
      .constantFrom(1447, 1448, 1449)
      .map((hijriYear) => ({ kind: 'ramadan', hijriYear, nights: allNights }) as Schedule),
    fc
      .constantFrom(1447, 1448, 1449)
      .map((hijriYear) => ({ kind: 'dhul-hijjah', hijriYear, days: [1, 5, 9] }) as Schedule),
  )
  fc.assert(
    fc.property(
      schedule,
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 900 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 200 }),
      (schedule, timeZone, start, a, b) => {
        const from = addDays(localDate('2026-01-01'), start)
        const [middle, until] = [addDays(from, a), addDays(from, a + b)]
        const whole = occurrencesIn(schedule, { timeZone, from, until }, months)
        const parts = [
          ...occurrencesIn(schedule, { timeZone, from, until: middle }, months),
          ...occurrencesIn(schedule, { timeZone, from: addDays(middle, 1), until }, months),
        ]
        expect(parts).toEqual(whole)
        expect(new Set(whole.map(({ key }) => key)).size).toBe(whole.length)
        expect(whole.map(({ dueAt }) => dueAt.getTime())).toEqual(
          whole.map(({ dueAt }) => dueAt.getTime()).toSorted((x, y) => x - y),
        )
      },
    ),
    { numRuns: 60 },
  )
})

test('uses weekdays of local time', () => {
  expect(weekdayOf(localDate('2026-11-20'))).toBe(friday)
  expect(daysBetween(localDate('2026-11-16'), localDate('2026-11-22'))).toBe(6)
  expect([
    weekdayOf(localDate('2026-11-16')),
    weekdayOf(localDate('2026-11-22')),
    weekdayOf(localDate('1969-12-28')),
  ]).toEqual([1, 7, 7])
})

test('an operator sets the charge times; a plan keeps those it was agreed with', () => {
  const times = parseChargeTimes('night 21:45, day 08:30')!
  const instantsOf = (schedule: Schedule, from: string) =>
    occurrencesIn(schedule, window(from, from, 'Europe/London'), months).map(({ dueAt }) => dueAt.toISOString())
  const night = { kind: 'ramadan', hijriYear: 1448, nights: [1] } as const
  expect(instantsOf(scheduleAt(night, times), '2027-02-07')).toEqual(['2027-02-07T21:45:00.000Z'])
  expect(instantsOf(scheduleAt({ kind: 'week', weekday: friday }, times), '2027-03-12')).toEqual([
    '2027-03-12T08:30:00.000Z',
  ])
  expect(instantsOf(night, '2027-02-07')).toEqual(['2027-02-07T22:30:00.000Z'])
  // The default time is not stored with the plan.
  expect(scheduleAt(night, chargeTimes)).toBe(night)
  expect(parseChargeTimes('')).toEqual(chargeTimes)
  expect(parseChargeTimes('night 20:00')).toEqual({ ...chargeTimes, night: { hour: 20, minute: 0 } })
})

test.each([
  '08:30',
  'day 8:30',
  'day 08:60',
  'day 04:59',
  'day 15:00',
  'night 17:59',
  'night 24:00',
  'noon 12:00',
  'day 08:00, day 09:00',
])('refuses an invalid hour, or one after the end of Friday or before a night begins: %s', (text) =>
  expect(parseChargeTimes(text)).toBeUndefined(),
)

test('accepts charge times up to the limits of their hours, and nothing outside', () => {
  const day = (time: string) => parseChargeTimes(`day ${time}`)?.day
  expect([day('05:00'), day('14:59'), day('05:30'), day(' 08:05')]).toEqual([
    { hour: 5, minute: 0 },
    { hour: 14, minute: 59 },
    { hour: 5, minute: 30 },
    { hour: 8, minute: 5 },
  ])
  expect([day('04:59'), day('15:00'), day('08:60'), day('08:300'), parseChargeTimes('xday 08:30')]).toEqual(
    Array(5).fill(undefined),
  )
  expect([parseChargeTimes('night 18:00')?.night, parseChargeTimes('night 23:59')?.night]).toEqual([
    { hour: 18, minute: 0 },
    { hour: 23, minute: 59 },
  ])
})

test('a schedule stores its own hour or minute', () => {
  const instantsOf = (hour: number, minute: number) =>
    scheduleAt({ kind: 'day' }, { ...chargeTimes, day: { hour, minute } })
  expect([instantsOf(9, 30), instantsOf(8, 0), instantsOf(9, 0)]).toEqual([
    { kind: 'day', at: { hour: 9, minute: 30 } },
    { kind: 'day', at: { hour: 8, minute: 0 } },
    { kind: 'day' },
  ])
})
