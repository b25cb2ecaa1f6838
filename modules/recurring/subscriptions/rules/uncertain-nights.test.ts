import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { isInUncertainNight, uncertainDueAt } from './uncertain-nights.ts'

const on = localDate('2027-02-07')

test('an uncertain night is held until 03:30 of the next morning in the plan’s zone', () => {
  expect(uncertainDueAt({ on }, 'Europe/London')).toEqual(new Date('2027-02-08T03:30:00Z'))
  expect(uncertainDueAt({ on }, 'Asia/Karachi')).toEqual(new Date('2027-02-07T22:30:00Z'))
})

const plan = (kind: 'ramadan' | 'dhul-hijjah' = 'ramadan', timeZone = 'Europe/London') => ({
  schedule: kind === 'ramadan' ? { kind, hijriYear: 1448, nights: [1] } : { kind, hijriYear: 1448, days: [1] },
  timeZone,
})

test('the small hours after the first and the thirtieth night belong to that night', () => {
  const instant = new Date('2027-02-08T01:00:00Z')
  expect([1, 30, 2, 29, null].map((number) => isInUncertainNight({ on, number }, plan(), instant))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

test('charges a night in the small hours of its own date only, and only in Ramadan', () => {
  expect(isInUncertainNight({ on, number: 1 }, plan(), new Date('2027-02-07T23:59:59Z'))).toBe(false)
  expect(isInUncertainNight({ on, number: 1 }, plan(), new Date('2027-02-09T00:00:00Z'))).toBe(false)
  expect(isInUncertainNight({ on, number: 1 }, plan('ramadan', 'Asia/Karachi'), new Date('2027-02-07T20:00:00Z'))).toBe(
    true,
  )
  expect(isInUncertainNight({ on, number: 1 }, plan('dhul-hijjah'), new Date('2027-02-08T01:00:00Z'))).toBe(false)
})
