import { expect, test } from 'vitest'
import {
  attentionDays,
  attentionMax,
  attentionStatuses,
  donationStatuses,
  isDonationStatus,
  wasPaid,
} from './donation-status.ts'

test('a succeeded donation counts as paid, also if it was refunded since', () => {
  expect(donationStatuses.filter(wasPaid)).toEqual(['succeeded', 'partly-refunded', 'refunded'])
  expect(attentionStatuses).toEqual(['processing', 'unknown', 'declined'])
})

test('a status is one of those listed', () => {
  expect(donationStatuses.every(isDonationStatus)).toBe(true)
  expect(['', 'paid', 'Succeeded'].some(isDonationStatus)).toBe(false)
})

test('donations need attention for fourteen days, fifteen at once', () =>
  expect([attentionDays, attentionMax]).toEqual([14, 15]))
