import { expect, test } from 'vitest'
import { adjacentMonth, firstWeekday, isMonth, weeksOf } from './month.ts'

test('shows a month as whole weeks that start on the locale’s first weekday', () => {
  const english = weeksOf('2026-11', firstWeekday('en'))
  expect(english.map((week) => week.map((day) => day?.slice(8) ?? '').join(' '))).toEqual([
    '      01',
    '02 03 04 05 06 07 08',
    '09 10 11 12 13 14 15',
    '16 17 18 19 20 21 22',
    '23 24 25 26 27 28 29',
    '30      ',
  ])
  expect(weeksOf('2026-11', firstWeekday('ar'))[0]!.at(0)).toBe('2026-11-01')
  expect(weeksOf('2027-02', 1)).toHaveLength(4)
  expect(weeksOf('2028-02', 1).flat().at(1)).toBe('2028-02-01')
  expect(weeksOf('2028-02', 1).flat()).toContain('2028-02-29')
})

test('continues months over the turn of a year and rejects other values', () => {
  expect([adjacentMonth('2026-12', 1), adjacentMonth('2026-01', -1), adjacentMonth('2026-06', 1)]).toEqual([
    '2027-01',
    '2025-12',
    '2026-07',
  ])
  expect(['2200-01', '2174-11', '2174-10', '1882-11', '1882-12', '0000-01', '9999-12'].map(isMonth)).toEqual([
    false,
    false,
    true,
    false,
    true,
    false,
    false,
  ])
  expect(['2026-11', '2026-13', '2026-1', '', null].map(isMonth)).toEqual([true, false, false, false, false])
})
