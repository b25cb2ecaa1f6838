import { expect, test } from 'vitest'
import {
  attentionDays,
  attentionMax,
  attentionStatuses,
  donationStatuses,
  isDonationStatus,
  wasPaid,
} from './donation-status.ts'

test('a refunded donation still counts as paid', () => {
  expect(donationStatuses.filter(wasPaid)).toEqual(['succeeded', 'partly-refunded', 'refunded'])
  expect(attentionStatuses).toEqual(['processing', 'unknown', 'declined'])
})

test('a status is one of those listed', () => {
  expect(donationStatuses.every(isDonationStatus)).toBe(true)
  expect(['', 'paid', 'Succeeded'].some(isDonationStatus)).toBe(false)
})

test('donations need attention for 14 days, at most 15 at once', () =>
  expect([attentionDays, attentionMax]).toEqual([14, 15]))
