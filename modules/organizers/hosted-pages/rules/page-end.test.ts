import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { checkLastDay, readDay } from './page-end.ts'

describe('the last day of a page (pages-1)', () => {
  test.each([
    ['2026-12-31', '2026-12-31'],
    [' 2026-12-31\n', '2026-12-31'],
    ['٢٠٢٦-١٢-٣١', '2026-12-31'],
    ['2026-12-31T23:30Z', '2027-01-01'],
    ['2026-12-31T12:30Z', '2026-12-31'],
    ['2026-12-31T23:30:00.5Z', '2027-01-01'],
    ['2026-12-31T23:30:00.123456789Z', '2027-01-01'],
    ['2027-01-01T01:30:00+04:00', '2027-01-01'],
    ['2026-12-31T23:30:00+10:00', '2026-12-31'],
    ['2026-12-31T18:30:00-05:30', '2027-01-01'],
  ])('is typed as a day or an instant: %j', (typed, day) => {
    expect(readDay(typed, 'Asia/Dubai')).toBe(day)
  })

  test.each([
    '',
    '2026-12',
    '2026-12-32',
    '2026-13-31T10:00:00Z',
    '2026-12-31T24:30:00Z',
    '2026-12-31T23:30:00',
    '2026-12-31 23:30:00Z',
    '2026-12-31T23:30:00z',
    '2026-12-31T23:30:00.Z',
    '2026-12-31T23:30:00.1234567890Z',
    '2026-12-31T23:30:00*04:00',
    '2026-12-31T23:30:00+4:00',
    '2026-12-31T23:30:00+04:0',
    '2026-12-31T23:30:00+04',
    '2026-12-31T23:30:00Z\0',
    '+012026-12-31T23:30:00Z',
  ])('is refused in any other form: %j', (typed) => {
    expect(readDay(typed, 'Asia/Dubai')).toBeUndefined()
  })

  const fault = (day: string, today = '2026-11-27') => checkLastDay(localDate(day), localDate(today))

  test('is today at the earliest', () => {
    expect(fault('2026-11-26')).toEqual({ code: 'end-date-past' })
    expect(fault('2026-11-27')).toBeUndefined()
  })

  test('is five years ahead at the latest', () => {
    expect(fault('2031-11-27')).toBeUndefined()
    expect(fault('2031-11-28')).toEqual({ code: 'end-date-too-far', params: { years: 5 } })
    expect(fault('2033-02-28', '2028-02-29')).toBeUndefined()
    expect(fault('2033-03-01', '2028-02-29')).toEqual({ code: 'end-date-too-far', params: { years: 5 } })
  })
})
