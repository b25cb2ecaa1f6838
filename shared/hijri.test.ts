import { addDays, daysBetween } from './date-arithmetic.ts'
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hijriOf, localDate } from './calendar.ts'
import { type AnnouncedMonth, faultOfAnnouncedMonth, formatHijriIn, hijriIn, hijriMonths } from './hijri.ts'

const golden = JSON.parse(
  readFileSync(new URL('../tests/golden/umm-al-qura-month-starts.json', import.meta.url), 'utf8'),
) as { months: Record<string, string> }
const calendar = hijriMonths()
const year = fc.integer({ min: 1420, max: 1499 })
const month = fc.integer({ min: 1, max: 12 })

test('every month from 1420 to 1460 begins where the published Umm al-Qura calendar says', () => {
  const starts = Object.entries(golden.months)
  expect(starts.length).toBeGreaterThan(490)
  for (const [name, start] of starts) {
    const [y, m] = name.split('-').map(Number) as [number, number]
    expect([name, calendar.startOf(y, m)]).toEqual([name, start])
  }
})

test('conversions in both directions agree, and a month has 29 or 30 days', () => {
  fc.assert(
    fc.property(year, month, fc.integer({ min: 0, max: 28 }), (y, m, day) => {
      expect(hijriOf(addDays(calendar.startOf(y, m), day))).toEqual({ year: y, month: m, day: day + 1 })
      expect([29, 30]).toContain(calendar.lengthOf(y, m))
    }),
  )
})

test('the next three Ramadans have 29 days, and that of 1447 had 30 (calendar-4)', () => {
  expect([1447, 1448, 1449, 1450, 1451].map((y) => calendar.lengthOf(y, 9))).toEqual([30, 29, 29, 29, 30])
  expect(calendar.startOf(1448, 9)).toBe('2027-02-08')
})

test('years outside the table are an error, never silently another calendar', () => {
  for (const [y, m] of [
    [1299, 12],
    [1601, 1],
    [1448, 0],
    [1448, 13],
    [1448.5, 1],
  ] as const)
    expect(() => calendar.startOf(y, m)).toThrow(RangeError)
})

test('an announced month moves adjacent months only as far as 29 and 30 days require', () => {
  const later = hijriMonths([{ year: 1448, month: 9, startsOn: localDate('2027-02-09') }])
  expect(later.startOf(1448, 9)).toBe('2027-02-09')
  // 29 days from the 9th end on the 10th of March: Shawwal cannot begin on the 9th any more.
  expect([later.startOf(1448, 10), later.lengthOf(1448, 9)]).toEqual(['2027-03-10', 29])
  expect(later.startOf(1448, 12)).toBe(calendar.startOf(1448, 12))
  expect(later.isAnnounced(1448, 9)).toBe(true)
  expect(later.isAnnounced(1448, 10)).toBe(false)
})

test('a date follows announced months, and the calendar in all others', () => {
  const later = hijriMonths([{ year: 1448, month: 9, startsOn: localDate('2027-02-09') }])
  const text = (date: string) => formatHijriIn(later, localDate(date), 'en')
  expect(['2027-02-07', '2027-02-08', '2027-02-09', '2027-03-09', '2027-03-10'].map(text)).toEqual([
    '29 Sha‘ban 1448 AH',
    '30 Sha‘ban 1448 AH',
    '1 Ramadan 1448 AH',
    '29 Ramadan 1448 AH',
    '1 Shawwal 1448 AH',
  ])
  const earlier = hijriMonths([{ year: 1449, month: 1, startsOn: localDate('2027-06-05') }])
  expect(['2027-06-04', '2027-06-05'].map((date) => formatHijriIn(earlier, localDate(date), 'en'))).toEqual([
    '29 Dhul Hijjah 1448 AH',
    '1 Muharram 1449 AH',
  ])
  fc.assert(
    fc.property(year, month, fc.integer({ min: 0, max: 28 }), (y, m, day) => {
      expect(hijriIn(calendar, addDays(calendar.startOf(y, m), day))).toEqual({ year: y, month: m, day: day + 1 })
    }),
  )
})

test('with any announcement no day is a 31st, and the announced month begins on its day', () => {
  fc.assert(
    fc.property(year, month, fc.integer({ min: -1, max: 2 }), (y, m, shift) => {
      const announced = { year: y, month: m, startsOn: addDays(calendar.startOf(y, m), shift) }
      if (faultOfAnnouncedMonth([], announced)) return
      const months = hijriMonths([announced])
      expect(hijriIn(months, announced.startsOn)).toEqual({ year: y, month: m, day: 1 })
      for (
        let [day, last] = [addDays(announced.startsOn, -100), hijriIn(months, addDays(announced.startsOn, -101))];
        day < addDays(announced.startsOn, 100);
        day = addDays(day, 1)
      ) {
        const now = hijriIn(months, day)
        expect(now.day === last.day + 1 ? now.day <= 30 : now.day === 1 && last.day >= 29).toBe(true)
        last = now
      }
    }),
  )
})

test('an announcement too far from the calendar is refused', () => {
  const instantAfter = (startsOn: string, m = 9) => ({ year: 1448, month: m, startsOn: localDate(startsOn) })
  expect(
    ['2027-02-06', '2027-02-07', '2027-02-08', '2027-02-10', '2027-02-11'].map((day) =>
      faultOfAnnouncedMonth([], instantAfter(day)),
    ),
  ).toEqual(['announced-too-far', undefined, undefined, undefined, 'announced-too-far'])
  expect(faultOfAnnouncedMonth([instantAfter('2027-02-08')], instantAfter('2027-03-11', 10))).toBe(
    'announced-impossible',
  )
  expect(faultOfAnnouncedMonth([instantAfter('2027-02-08')], instantAfter('2027-03-10', 10))).toBeUndefined()
})

test('with any allowed announcements in any order every month has 29 or 30 days and no day is a 31st', () => {
  const placed = (place: number) => ({ year: 1448 + Math.floor(place / 12), month: (place % 12) + 1 })
  const values = fc.record({ place: fc.integer({ min: 5, max: 20 }), shift: fc.integer({ min: -1, max: 2 }) })
  fc.assert(
    fc.property(
      fc.uniqueArray(values, { minLength: 1, maxLength: 6, selector: ({ place }) => place }),
      fc.integer({ min: 0, max: 700 }),
      (list, day) => {
        const announced = list.reduce<AnnouncedMonth[]>((before, { place, shift }) => {
          const { year: y, month: m } = placed(place)
          const next = { year: y, month: m, startsOn: addDays(calendar.startOf(y, m), shift) }
          return faultOfAnnouncedMonth(before, next) ? before : [...before, next]
        }, [])
        const months = hijriMonths(announced)
        const all = Array.from({ length: 26 }, (_, place) => placed(place))
        expect(
          all.map(({ year: y, month: m }) => months.lengthOf(y, m)).filter((length) => length !== 29 && length !== 30),
        ).toEqual([])
        expect(announced.map(({ startsOn }) => hijriIn(months, startsOn))).toEqual(
          announced.map(({ year: y, month: m }) => ({ year: y, month: m, day: 1 })),
        )
        const { year: y, month: m, day: d } = hijriIn(months, addDays(calendar.startOf(1448, 1), day))
        expect([addDays(months.startOf(y, m), d - 1), d <= months.lengthOf(y, m)]).toEqual([
          addDays(calendar.startOf(1448, 1), day),
          true,
        ])
      },
    ),
    { numRuns: 300 },
  )
})

test('an announcement moves the previous month if that would have 31 or 28 days', () => {
  // By the table Ramadan has 30 days in 1451, from 5 January 2030, and 29 in 1448, from 8 February 2027.
  const alone = (y: number, startsOn: string) => hijriMonths([{ year: y, month: 10, startsOn: localDate(startsOn) }])
  const ramadan = (months: typeof calendar, y: number) => [months.startOf(y, 9), months.lengthOf(y, 9)]
  expect(ramadan(alone(1451, '2030-02-05'), 1451)).toEqual(['2030-01-06', 30])
  expect(ramadan(alone(1451, '2030-02-03'), 1451)).toEqual(['2030-01-05', 29])
  expect(ramadan(alone(1448, '2027-03-08'), 1448)).toEqual(['2027-02-07', 29])
  expect(ramadan(alone(1448, '2027-03-10'), 1448)).toEqual(['2027-02-08', 30])
})

test('two announcements that leave impossible months between them are refused', () => {
  const shaban = { year: 1448, month: 8, startsOn: localDate('2027-01-11') }
  const shawwal = (startsOn: string) => ({ year: 1448, month: 10, startsOn: localDate(startsOn) })
  expect(
    ['2027-03-09', '2027-03-10', '2027-03-11'].map((day) => faultOfAnnouncedMonth([shaban], shawwal(day))),
  ).toEqual(['announced-impossible', undefined, undefined])
  expect(faultOfAnnouncedMonth([shawwal('2027-03-08')], shaban)).toBe('announced-impossible')
})

test('days between dates are counted by the calendar, not by hours', () => {
  expect(daysBetween(localDate('2027-03-27'), localDate('2027-03-29'))).toBe(2)
  expect(addDays(localDate('2028-02-28'), 1)).toBe('2028-02-29')
})

test('an announcement can be corrected within the limits of a first announcement', () => {
  const ramadan = { year: 1448, month: 9, startsOn: localDate('2027-02-08') }
  const corrected = (startsOn: string) =>
    faultOfAnnouncedMonth([ramadan], { ...ramadan, startsOn: localDate(startsOn) })
  expect([corrected('2027-02-07'), corrected('2027-02-09'), corrected('2027-02-06')]).toEqual([
    undefined,
    undefined,
    'announced-too-far',
  ])
})

test('the calendar has the years 1300 to 1600, and months 1 to 12', () => {
  const start = (year: number, month: number) => () => calendar.startOf(year, month)
  expect([start(1300, 1)(), start(1600, 12)()]).toEqual(['1882-11-12', expect.stringMatching(/^2174-/)])
  for (const [y, m] of [
    [1299, 12],
    [1601, 1],
    [1448, 0],
    [1448, 13],
    [1448.5, 1],
    [1448, 1.5],
  ] as const)
    expect(start(y, m)).toThrow(`${y}-${m} is outside the Umm al-Qura table`)
  expect(hijriIn(calendar, localDate('2174-11-25'))).toMatchObject({ year: 1600, month: 12 })
})

test('an announced month moves adjacent months as 29 and 30 days allow, and none a year away', () => {
  const late = hijriMonths([{ year: 1448, month: 9, startsOn: localDate('2027-02-10') }])
  expect(late.startOf(1448, 9)).toBe('2027-02-10')
  expect(daysBetween(late.startOf(1448, 8), late.startOf(1448, 9))).toBeLessThanOrEqual(30)
  expect(daysBetween(late.startOf(1448, 9), late.startOf(1448, 10))).toBeGreaterThanOrEqual(29)
  expect([late.startOf(1447, 8), late.startOf(1449, 10)]).toEqual([
    calendar.startOf(1447, 8),
    calendar.startOf(1449, 10),
  ])
})
