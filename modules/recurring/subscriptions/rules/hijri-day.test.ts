import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { expect, test } from 'vitest'
import { hijriDayOf } from './hijri-day.ts'

const months = hijriMonths()
const nights = { kind: 'ramadan', hijriYear: 1448, nights: [1, 21, 30] } as const

test('a night has the Hijri date of the day after its evening, matching its number', () => {
  const dayOf = (number: number, on: string) => hijriDayOf(nights, { on: localDate(on), number }, months, 'en')
  expect(dayOf(1, '2027-02-07')).toBe('1 Ramadan 1448 AH')
  expect(dayOf(21, '2027-02-27')).toBe('21 Ramadan 1448 AH')
  // A sighting can still add this night, whatever the calendar has.
  expect(dayOf(30, '2027-03-08')).toBe('30 Ramadan 1448 AH')
  expect(hijriDayOf(nights, { on: localDate('2027-02-27'), number: 21 }, months, 'ar')).toBe('21 رمضان 1448 هـ')
})

test('other donations have the Hijri date of their civil day', () => {
  const dayOf = (schedule: Parameters<typeof hijriDayOf>[0], number: number | null, on: string) =>
    hijriDayOf(schedule, { on: localDate(on), number }, months, 'en')
  expect(dayOf({ kind: 'day' }, null, '2027-02-27')).toBe('20 Ramadan 1448 AH')
  expect(dayOf({ kind: 'dhul-hijjah', hijriYear: 1448, days: [9] }, 9, '2027-05-15')).toBe('9 Dhul Hijjah 1448 AH')
})
