import { expect, test } from 'vitest'
import { choiceEndsAt, chooseBefore, shareOutcomeOf } from './unperformed.ts'

const requestedAt = new Date('2027-05-25T10:00:00Z')
const end = new Date('2027-06-24T10:00:00Z')

test('an order without an answer becomes sadaqah after 30 days, not before [qurbani-7]', () => {
  expect(choiceEndsAt(requestedAt)).toEqual(end)
  expect(shareOutcomeOf({ requestedAt, choice: null }, new Date(end.getTime() - 1))).toBe('waiting')
  expect(shareOutcomeOf({ requestedAt, choice: null }, end)).toBe('sadaqah')
})

test.each(['refund', 'sadaqah'] as const)('the donor’s choice of %s holds at once and stays [qurbani-7]', (choice) => {
  expect(shareOutcomeOf({ requestedAt, choice }, requestedAt)).toBe(choice)
  expect(shareOutcomeOf({ requestedAt, choice }, new Date('2028-01-01T00:00:00Z'))).toBe(choice)
})

test('the mail names a day before which they can choose in every time zone', () => {
  expect(chooseBefore(new Date('2027-06-24T12:00:00Z'))).toBe('2027-06-24')
  expect(chooseBefore(new Date('2027-06-24T11:59:59Z'))).toBe('2027-06-23')
})
