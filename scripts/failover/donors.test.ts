import { expect, test } from 'vitest'
import { findLongestGap } from './donors.ts'

test('the longest time without a donation counts the time before the first and after the last', () => {
  expect(findLongestGap([], 1000, 6000)).toBe(5)
  expect(findLongestGap([4000, 1500, 5500], 1000, 6000)).toBe(2.5)
  expect(findLongestGap([500, 2000, 7000], 1000, 6000)).toBe(4)
})
