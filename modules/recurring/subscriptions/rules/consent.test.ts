import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { agreedUntil, needsYearlyRenewal } from './consent.ts'

const until = (consentUntil: string, today: string) => agreedUntil(localDate(consentUntil), localDate(today))

test('renewing in time adds a year to the end of the last agreement', () => {
  expect(until('2027-11-20', '2027-10-21')).toBe('2028-11-19')
  expect(until('2027-11-20', '2027-11-20')).toBe('2028-11-19')
})

test('renewing late starts a year on that day', () => {
  expect(until('2027-11-20', '2028-02-01')).toBe('2029-01-31')
})

test('renewing twice counts once, and not before the donor was asked', () => {
  expect(until('2027-11-20', '2027-10-20')).toBe('2027-11-20')
  expect(until(until('2027-11-20', '2027-11-01'), '2027-11-01')).toBe('2028-11-19')
})

test('plans that end within the agreed year, and nights, are never renewed', () => {
  const consentEnd = (endsOn: string | null, hasNights = false) =>
    needsYearlyRenewal({ hasNights, endsOn, consentUntil: '2027-11-20' })
  expect([
    consentEnd(null),
    consentEnd('2027-11-21'),
    consentEnd('2027-11-20'),
    consentEnd('2027-03-01'),
    consentEnd(null, true),
  ]).toEqual([true, true, false, false, false])
})
