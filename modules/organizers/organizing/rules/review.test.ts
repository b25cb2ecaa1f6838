import { expect, test } from 'vitest'
import { needsSecondPerson, parseReviewLimits, reviewLimit } from './review.ts'

test('a limit is one amount for every currency, and exceptions for single ones', () => {
  const limits = parseReviewLimits('500.50, JPY=75000')!
  expect(reviewLimit(limits, 'GBP')).toBe(50_050n)
  expect(reviewLimit(limits, 'KWD')).toBe(500_500n)
  expect(reviewLimit(limits, 'JPY')).toBe(75_000n)
  expect(reviewLimit(parseReviewLimits('500.50')!, 'JPY')).toBe(500n)
})

test.each(['', 'many', 'JPY=100', '1,000', '500, ABC=3', '500, 600', '-1'])('%j is no limit', (text) => {
  expect(parseReviewLimits(text)).toBeUndefined()
})

test('a large sum waits, also if recorded in small parts', () => {
  expect(needsSecondPerson(50_000n, 0n, 50_000n)).toBe(false)
  expect(needsSecondPerson(50_001n, 0n, 50_000n)).toBe(true)
  expect(needsSecondPerson(1n, 50_000n, 50_000n)).toBe(true)
})
