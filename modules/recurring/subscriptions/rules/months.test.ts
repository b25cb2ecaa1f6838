import { expect, test } from 'vitest'
import { monthAfter, monthStart, monthToSumUp } from './months.ts'

test('a month begins at midnight of its first day in its zone', () => {
  expect(monthStart('2027-03', 'UTC')).toEqual(new Date('2027-03-01T00:00:00Z'))
  expect(monthStart('2027-03', 'Asia/Karachi')).toEqual(new Date('2027-02-28T19:00:00Z'))
})

test('the month after December is January of the next year', () => {
  expect(['2026-12', '2026-01', '2026-09', '2026-11'].map(monthAfter)).toEqual([
    '2027-01',
    '2026-02',
    '2026-10',
    '2026-12',
  ])
})

test('summarizes a month from 09:00 on the first until the end of the third', () => {
  const monthOf = (instant: string, timeZone = 'UTC') => monthToSumUp(timeZone, new Date(instant))
  expect(monthOf('2026-12-01T08:59:59Z')).toBeUndefined()
  expect(monthOf('2026-12-01T09:00:00Z')).toBe('2026-11')
  expect(monthOf('2026-12-02T00:00:00Z')).toBe('2026-11')
  expect(monthOf('2026-12-03T23:59:59Z')).toBe('2026-11')
  expect(monthOf('2026-12-04T00:00:00Z')).toBeUndefined()
  expect(monthOf('2026-12-01T04:00:00Z', 'Asia/Karachi')).toBe('2026-11')
})

test('summarizes December of the previous year in January, and months keep two digits', () => {
  expect(monthToSumUp('UTC', new Date('2027-01-02T12:00:00Z'))).toBe('2026-12')
  expect(monthToSumUp('UTC', new Date('2026-10-02T12:00:00Z'))).toBe('2026-09')
  expect(monthToSumUp('UTC', new Date('2026-11-02T12:00:00Z'))).toBe('2026-10')
})
