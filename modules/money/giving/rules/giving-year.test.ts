import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LocalDate, hijriOf, localDate } from '#shared/calendar.ts'
import { type DaySum, daysOfYear, isGivingYear, sumsOf, yearsOf, yearsOfDay } from './giving-year.ts'

const dayAfter = (day: LocalDate): LocalDate =>
  localDate(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10))
const someDay = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 0, 1) })
  .map((ms) => localDate(new Date(ms).toISOString().slice(0, 10)))

test('1448 AH begins on 16 June 2026 and ends on the eve of 1449 [calendar-11]', () => {
  expect(daysOfYear('h1448').from).toBe('2026-06-16')
  expect(daysOfYear('g2026')).toEqual({ from: '2026-01-01', to: '2026-12-31' })
})

test('a Hijri year has exactly its own days, and the next one begins the day after', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1400, max: 1550 }), (year) => {
      const { from, to } = daysOfYear(`h${year}`)
      expect(hijriOf(from)).toEqual({ year, month: 1, day: 1 })
      expect(hijriOf(to).year).toBe(year)
      expect(daysOfYear(`h${year + 1}`).from).toBe(dayAfter(to))
    }),
  )
})

test('a year is g or h with four digits, and nothing else is valid', () => {
  for (const text of ['g1900', 'g2026', 'g2170', 'h1300', 'h1448', 'h1590'])
    expect([text, isGivingYear(text)]).toEqual([text, true])
  for (const text of [
    'g1899',
    'g2171',
    'h1299',
    'h1591',
    'h2026',
    'g1448',
    '2026',
    'xg2026',
    'g20260',
    'xh1448',
    'h14480',
    'G2026',
    '',
  ])
    expect([text, isGivingYear(text)]).toEqual([text, false])
})

test('years are listed newest first, and the currency with most donations first', () => {
  const sum = (day: string, currency: DaySum['currency'], count: number, over: Partial<DaySum> = {}): DaySum => ({
    day: localDate(day),
    currency,
    gift: 500n,
    zakat: 200n,
    count,
    ...over,
  })
  const days = [
    sum('2025-01-05', 'GBP', 1),
    sum('2026-03-01', 'GBP', 1),
    sum('2026-01-05', 'USD', 2),
    sum('2026-11-20', 'USD', 3),
    sum('2026-02-01', 'EUR', 1),
    sum('2024-07-01', 'GBP', 1),
  ]
  expect(yearsOf(days)).toEqual({ gregorian: ['g2026', 'g2025', 'g2024'], hijri: ['h1448', 'h1447', 'h1446', 'h1445'] })
  expect(sumsOf(days, 'g2026')).toEqual([
    { currency: 'USD', gift: 1000n, zakat: 400n, count: 5 },
    { currency: 'EUR', gift: 500n, zakat: 200n, count: 1 },
    { currency: 'GBP', gift: 500n, zakat: 200n, count: 1 },
  ])
})

test('every day is within both of its years', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      for (const year of yearsOfDay(day)) {
        expect(isGivingYear(year)).toBe(true)
        const { from, to } = daysOfYear(year)
        expect(day >= from && day <= to).toBe(true)
      }
    }),
  )
})

const someSum: fc.Arbitrary<DaySum> = fc.record({
  day: someDay,
  currency: fc.constantFrom('USD', 'GBP', 'KWD'),
  gift: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  zakat: fc.constant(0n),
  count: fc.integer({ min: 1, max: 9 }),
})

test('the years of either calendar add up to all donations, by currency', () => {
  fc.assert(
    fc.property(fc.array(someSum, { maxLength: 30 }), (days) => {
      const { gregorian, hijri } = yearsOf(days)
      for (const currency of ['USD', 'GBP', 'KWD']) {
        const all = days.filter((day) => day.currency === currency).reduce((sum, day) => sum + day.gift, 0n)
        for (const years of [gregorian, hijri])
          expect(
            years
              .flatMap((year) => sumsOf(days, year))
              .filter((sum) => sum.currency === currency)
              .reduce((sum, row) => sum + row.gift, 0n),
          ).toBe(all)
      }
    }),
    { numRuns: 60 },
  )
})

test('a year is a letter and four digits within the range of its calendar, without other characters', () => {
  expect(['g2026', 'h1448', 'g1900', 'g2170', 'h1300', 'h1590'].every(isGivingYear)).toBe(true)
  expect(
    ['xg2026', 'g20261', 'g2026x', 'xh1448', 'h14481', 'h1448x', 'g1899', 'g2171', 'h1299', 'h1591', 'x2026', ''].some(
      isGivingYear,
    ),
  ).toBe(false)
})
