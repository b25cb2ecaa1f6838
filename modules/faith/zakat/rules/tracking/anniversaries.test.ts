import { addDays } from '#shared/date-arithmetic.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hijriOf, localDate } from '#shared/calendar.ts'
import {
  addHijriMonths,
  anchorOf,
  anniversaryIn,
  comparePeriods,
  isZakatDay,
  periodOf,
  trailingWindow,
  windowOf,
  yearAfter,
} from './anniversaries.ts'

const lunar = (month: number, day: number) => ({ year: 'lunar', month, day }) as const
const solar = (month: number, day: number) => ({ year: 'solar', month, day }) as const
const anyDay = fc.integer({ min: 0, max: 30_000 }).map((days) => addDays(localDate('2000-01-01'), days))

test.each([
  [9, 1, 1445, ['2024-03-11', '2025-03-01', '2026-02-18', '2027-02-08']],
  [9, 30, 1445, ['2024-04-09', '2025-03-29', '2026-03-19', '2027-03-08']],
  [12, 30, 1445, ['2024-07-06', '2025-06-25', '2026-06-15', '2027-06-05']],
  [1, 15, 1446, ['2024-07-21', '2025-07-10', '2026-06-30', '2027-06-20']],
])('anniversaries of month %i, day %i from %i on [zakat-16]', (month, day, from, expected) => {
  expect(expected.map((_, index) => anniversaryIn(lunar(month, day), from + index))).toEqual(expected)
})

test('a solar anniversary of 29 February is the 28th, and the 29th in leap years [zakat-16]', () => {
  expect([2023, 2024, 2025, 2028].map((year) => anniversaryIn(solar(2, 29), year))).toEqual([
    '2023-02-28',
    '2024-02-29',
    '2025-02-28',
    '2028-02-29',
  ])
})

test.each([
  ['2026-11-20', '2026-02-18', '2027-02-08', '1448'],
  ['2027-02-07', '2026-02-18', '2027-02-08', '1448'],
  ['2027-02-08', '2027-02-08', '2028-01-28', '1449'],
  ['2026-02-18', '2026-02-18', '2027-02-08', '1448'],
])('on %s the zakat year of 1 Ramadan is %s to %s, period %s [zakat-16]', (day, start, anniversary, period) => {
  const window = windowOf(lunar(9, 1), localDate(day))
  expect(window).toEqual({ start, anniversary })
  expect(periodOf(window)).toBe(period)
})

test('a solar zakat year is a civil year named by the Hijri year of its end [zakat-16]', () => {
  const window = windowOf(solar(4, 6), localDate('2026-11-20'))
  expect(window).toEqual({ start: '2026-04-06', anniversary: '2027-04-06' })
  expect(periodOf(window)).toBe('1448')
})

test.each([
  ['2026-11-20', '2025-12-02', '2026-11-21'],
  // 30 Ramadan 1447; that month had 29 days the year before.
  ['2026-03-19', '2025-03-30', '2026-03-20'],
])('the last Hijri year up to %s is from %s, before %s [zakat-17]', (today, start, anniversary) => {
  expect(trailingWindow(localDate(today))).toEqual({ start, anniversary })
})

test('a year later is the same day, clamped [zakat-12]', () => {
  expect(yearAfter(localDate('2026-03-19'), 'lunar')).toBe('2027-03-08')
  expect(yearAfter(localDate('2024-02-29'), 'solar')).toBe('2025-02-28')
})

describe('laws', () => {
  const anchor = fc.oneof(
    anyDay.map((day) => anchorOf(day, 'lunar')),
    anyDay.map((day) => anchorOf(day, 'solar')),
  )

  test('a zakat year contains its day, and the next begins where it ends', () => {
    fc.assert(
      fc.property(anchor, anyDay, (stored, day) => {
        const window = windowOf(stored, day)
        expect(window.start <= day && day < window.anniversary).toBe(true)
        const next = windowOf(stored, window.anniversary)
        expect(next.start).toBe(window.anniversary)
        expect(comparePeriods(periodOf(next), periodOf(window))).toBe(1)
      }),
    )
  })

  test('so many Hijri months later is the same day or the last of its month', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -30, max: 30 }), (day, count) => {
        const [from, to] = [hijriOf(day), hijriOf(addHijriMonths(day, count))]
        expect(to.year * 12 + to.month).toBe(from.year * 12 + from.month + count)
        expect(to.day === from.day || (to.day === 29 && from.day === 30)).toBe(true)
      }),
    )
  })

  test('the calendar agrees with that of the runtime', () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        const { month, day: dayOfMonth } = hijriOf(day)
        expect(anchorOf(day, 'lunar')).toEqual(lunar(month, dayOfMonth))
      }),
    )
  })
})

test('days outside the calendar are refused', () => {
  expect(['2026-11-20', '1883-12-31', '2173-01-01', '2026-02-30', 'x', 5, undefined].map(isZakatDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ])
})

test.each([
  ['1448', '1447', 1],
  ['10', '9', 1],
  ['007', '7', 0],
  ['0', 'spring', 1],
  ['b', 'a', 1],
  ['a', 'ab', -1],
  ['', 'a', -1],
  ['x', 'x', 0],
  // Compared by code point, not by code unit.
  ['\u{1f319}', '\uff5e', 1],
])('period %s beside %s: %i [zakat-16]', (a, b, expected) => {
  expect(Math.sign(comparePeriods(a, b))).toBe(expected)
  expect(Math.sign(comparePeriods(b, a)) + expected).toBe(0)
})
