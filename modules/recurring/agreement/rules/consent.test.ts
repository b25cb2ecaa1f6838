import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { agreedUntil, isAskedAgain } from './consent.ts'

const until = (consentUntil: string, today: string) => agreedUntil(localDate(consentUntil), localDate(today))

test('who agrees in time agrees for a year from the end of the last one, and loses no day of it', () => {
  expect(until('2027-11-20', '2027-10-21')).toBe('2028-11-19')
  expect(until('2027-11-20', '2027-11-20')).toBe('2028-11-19')
})

test('who agrees later agrees for a year from that day', () => {
  expect(until('2027-11-20', '2028-02-01')).toBe('2029-01-31')
})

test('agreed to twice it is agreed to once, and nobody agrees before they were asked', () => {
  expect(until('2027-11-20', '2027-10-20')).toBe('2027-11-20')
  expect(until(until('2027-11-20', '2027-11-01'), '2027-11-01')).toBe('2028-11-19')
})

test('nobody is asked again of what ends within the year they agreed to, or of nights', () => {
  const of = (endsOn: string | null, isOfNights = false) =>
    isAskedAgain({ isOfNights, endsOn, consentUntil: '2027-11-20' })
  expect([of(null), of('2027-11-21'), of('2027-11-20'), of('2027-03-01'), of(null, true)]).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})
