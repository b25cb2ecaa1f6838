import { expect, test } from 'vitest'
import { reviewReasonOf, reviewReasons } from './review-reasons.ts'

test('a known reason for manual review is kept, and any other code is "other"', () => {
  expect(reviewReasons.map(reviewReasonOf)).toEqual([...reviewReasons])
  expect(['', 'something-new', 'FAILED'].map(reviewReasonOf)).toEqual(['other', 'other', 'other'])
})
