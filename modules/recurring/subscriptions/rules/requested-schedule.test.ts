import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import {
  agreementDays,
  endsWithinDays,
  nextHijriYear,
  type ScheduleInput,
  scheduleOf,
  startsWithinDays,
} from './requested-schedule.ts'

/** 24 November 2026 is a Tuesday. */
const schedule = (over: Partial<ScheduleInput>) =>
  scheduleOf({ programme: null, frequency: 'month', startsOn: localDate('2026-11-24'), hijriYear: 1448, ...over })
const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

describe('the schedule of a plan', () => {
  test('is fixed for Friday Givers and Daily Givers', () => {
    expect(schedule({ programme: 'FridayGivers', weekday: 2 })).toEqual({ kind: 'week', weekday: 5 })
    expect(schedule({ programme: 'DailyGivers' })).toEqual({ kind: 'day' })
  })

  test('has all thirty nights of Ramadan and all ten days of Dhul Hijjah unless the donor chose some', () => {
    expect(schedule({ programme: 'Ramadan30Nights' })).toEqual({ kind: 'ramadan', hijriYear: 1448, nights: oneTo(30) })
    expect(schedule({ programme: 'DhulHijjah' })).toEqual({ kind: 'dhul-hijjah', hijriYear: 1448, days: oneTo(10) })
  })

  test('has the chosen nights and days once each, in order, without invalid numbers', () => {
    const chosen = [31, 30, 11, 10, 0, 1, 2, 10, -1]
    expect(schedule({ programme: 'Ramadan30Nights', nights: chosen })).toMatchObject({ nights: [1, 2, 10, 11, 30] })
    expect(schedule({ programme: 'DhulHijjah', nights: chosen })).toMatchObject({ days: [1, 2, 10] })
  })

  test('starts on the day of the start if no weekday or day of the month was chosen', () => {
    expect(schedule({ frequency: 'day' })).toEqual({ kind: 'day' })
    expect(schedule({ frequency: 'week' })).toEqual({ kind: 'week', weekday: 2 })
    expect(schedule({ frequency: 'week', weekday: 7 })).toEqual({ kind: 'week', weekday: 7 })
    expect(schedule({ frequency: 'month' })).toEqual({ kind: 'month', anchorDay: 24 })
    expect(schedule({ frequency: 'month', anchorDay: 31 })).toEqual({ kind: 'month', anchorDay: 31 })
  })

  test('is undefined for an unknown frequency', () => {
    expect(schedule({ frequency: 'once' as never })).toBeUndefined()
  })
})

describe('the Hijri year of a programme', () => {
  // Ramadan 1448 has 29 days from 8 February 2027; Dhul Hijjah 1448 begins on 7 May 2027.
  const year = (programme: Parameters<typeof nextHijriYear>[0], today: string) =>
    nextHijriYear(programme, localDate(today), 1448, hijriMonths())

  test('is this one until the last evening of Ramadan, and the next one after it', () => {
    expect([
      year('Ramadan30Nights', '2026-11-24'),
      year('Ramadan30Nights', '2027-03-07'),
      year('Ramadan30Nights', '2027-03-08'),
    ]).toEqual([1448, 1448, 1449])
  })

  test('is this one until the tenth of Dhul Hijjah, and the next one after it', () => {
    expect([year('DhulHijjah', '2027-05-16'), year('DhulHijjah', '2027-05-17')]).toEqual([1448, 1449])
  })

  test('is this one for plans that are no programme of a month', () => {
    expect([year('FridayGivers', '2027-06-01'), year('DailyGivers', '2027-06-01'), year(null, '2027-06-01')]).toEqual([
      1448, 1448, 1448,
    ])
  })
})

test('an agreement lasts a year, a plan starts within a year and ends within a hundred', () => {
  expect([agreementDays, startsWithinDays, endsWithinDays]).toEqual([365, 366, 36_600])
})
