import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hijriOf, localDate } from './calendar.ts'
import { addDays, daysBetween, faultOfAnnounced, hijriMonths } from './hijri.ts'

const golden = JSON.parse(readFileSync(new URL('../tests/golden/umm-al-qura-month-starts.json', import.meta.url), 'utf8')) as { months: Record<string, string> }
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

test('both directions agree, and a month has 29 or 30 days', () => {
  fc.assert(
    fc.property(year, month, fc.integer({ min: 0, max: 28 }), (y, m, day) => {
      expect(hijriOf(addDays(calendar.startOf(y, m), day))).toEqual({ year: y, month: m, day: day + 1 })
      expect([29, 30]).toContain(calendar.lengthOf(y, m))
    }),
  )
})

test('the next three Ramadans have 29 days, and that of 1447 had 30 (islamic.md 0)', () => {
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

test('an announced month moves itself and what follows only as far as a month can be long', () => {
  const later = hijriMonths([{ year: 1448, month: 9, startsOn: localDate('2027-02-09') }])
  expect(later.startOf(1448, 9)).toBe('2027-02-09')
  // 29 days from the 9th end on the 10th of March: Shawwal cannot begin on the 9th any more.
  expect([later.startOf(1448, 10), later.lengthOf(1448, 9)]).toEqual(['2027-03-10', 29])
  expect(later.startOf(1448, 12)).toBe(calendar.startOf(1448, 12))
  expect(later.isAnnounced(1448, 9)).toBe(true)
  expect(later.isAnnounced(1448, 10)).toBe(false)
})

test('announcing a month further than it can be is refused', () => {
  const at = (startsOn: string, m = 9) => ({ year: 1448, month: m, startsOn: localDate(startsOn) })
  expect(['2027-02-06', '2027-02-07', '2027-02-08', '2027-02-10', '2027-02-11'].map((day) => faultOfAnnounced([], at(day)))).toEqual([
    'announced-too-far',
    undefined,
    undefined,
    undefined,
    'announced-too-far',
  ])
  expect(faultOfAnnounced([at('2027-02-08')], at('2027-03-11', 10))).toBe('announced-impossible')
  expect(faultOfAnnounced([at('2027-02-08')], at('2027-03-10', 10))).toBeUndefined()
})

test('with any announcement that is allowed every month near it has 29 or 30 days', () => {
  fc.assert(
    fc.property(year, month, fc.integer({ min: -1, max: 2 }), (y, m, shift) => {
      const announced = { year: y, month: m, startsOn: addDays(calendar.startOf(y, m), shift) }
      if (faultOfAnnounced([], announced)) return
      const months = hijriMonths([announced])
      for (let step = 0, at = { year: y, month: m }; step < 6; step++) {
        expect([29, 30]).toContain(months.lengthOf(at.year, at.month))
        at = at.month === 12 ? { year: at.year + 1, month: 1 } : { year: at.year, month: at.month + 1 }
      }
    }),
  )
})

test('days between are counted by the calendar, not by hours', () => {
  expect(daysBetween(localDate('2027-03-27'), localDate('2027-03-29'))).toBe(2)
  expect(addDays(localDate('2028-02-28'), 1)).toBe('2028-02-29')
})
