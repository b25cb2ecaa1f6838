import { expect, test } from 'vitest'
import { failureCauseOf } from './failure-cause.ts'

test('the bank is named only if it answered (payments-8)', () => {
  expect(['insufficient_funds', 'do_not_honor', 'generic_decline visa_R1'].map(failureCauseOf)).toEqual([
    'bank',
    'bank',
    'bank',
  ])
  expect([null, 'card_removed', 'abandoned', 'processing_error'].map(failureCauseOf)).toEqual([
    'other',
    'other',
    'other',
    'other',
  ])
})

test('a confirmation that the donor did not give is a cause of its own', () => {
  expect(failureCauseOf('authentication_required')).toBe('confirmation')
})
