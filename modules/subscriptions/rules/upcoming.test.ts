import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import { thirtyNights } from '../testing.ts'
import { upcoming } from './upcoming.ts'

const window = { from: localDate('2027-02-07'), until: localDate('2028-12-31'), after: new Date('2027-02-07T12:00:00Z') }
const given = {
  timeZone: 'Europe/London',
  portions: { each: { gift: '1000', tip: '0' } },
  startsOn: localDate('2027-02-07'),
  endsOn: null,
  consentUntil: localDate('2028-02-07'),
} as const

test('what comes of a Ramadan is all of its nights, also those beyond the year that other plans are agreed to for', () => {
  // From 27 January 2028 on, agreed to a year before.
  const nights = upcoming({ ...given, schedule: { kind: 'ramadan', hijriYear: 1449, nights: thirtyNights } }, [], window, hijriMonths())
  expect([nights.length, nights.at(-1)!.on]).toEqual([29, '2028-02-24'])
  const fridays = upcoming({ ...given, schedule: { kind: 'week', weekday: 5 } }, [], window, hijriMonths())
  expect(fridays.at(-1)!.on).toBe('2028-02-04')
})
