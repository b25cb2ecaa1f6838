import { expect, test } from 'vitest'
import { leftReasonOf, leftReasons } from './left.ts'

test('a known reason for manual review is kept, and any other code is "other"', () => {
  expect(leftReasons.map(leftReasonOf)).toEqual([...leftReasons])
  expect(['', 'something-new', 'FAILED'].map(leftReasonOf)).toEqual(['other', 'other', 'other'])
})
