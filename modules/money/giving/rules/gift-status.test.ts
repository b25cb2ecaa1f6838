import { expect, test } from 'vitest'
import { attentionDays, attentionMax, attentionStatuses, giftStatuses, isGiftStatus, wasPaid } from './gift-status.ts'

test('a succeeded donation counts as paid, also if it was refunded since', () => {
  expect(giftStatuses.filter(wasPaid)).toEqual(['succeeded', 'partly-refunded', 'refunded'])
  expect(attentionStatuses).toEqual(['processing', 'unknown', 'declined'])
})

test('a status is one of those listed', () => {
  expect(giftStatuses.every(isGiftStatus)).toBe(true)
  expect(['', 'paid', 'Succeeded'].some(isGiftStatus)).toBe(false)
})

test('donations need attention for fourteen days, fifteen at once', () =>
  expect([attentionDays, attentionMax]).toEqual([14, 15]))
