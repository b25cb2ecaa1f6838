import { expect, test } from 'vitest'
import { needsSecondApproval, readReviewAbove } from './approval.ts'

test('limits for a second approval may have any spaces around them', () => {
  expect(readReviewAbove('USD 500, GBP   400.50 ,\tJPY 10000')).toEqual(
    new Map([
      ['USD', 50_000n],
      ['GBP', 40_050n],
      ['JPY', 10_000n],
    ]),
  )
})

test.each(['', 'USD', '500', 'USD 500 x', 'x USD 500', 'usd 500', 'XXX 500', 'USD 5.005', 'USD 500 600', 'USD 500,'])(
  'the limits "%s" are refused',
  (text) => {
    expect(readReviewAbove(text)).toBeUndefined()
  },
)

test('a refund above its currency’s limit, or in a currency without one, needs a second approval', () => {
  const limits = new Map([['USD', 500n]])
  expect([
    needsSecondApproval(limits, 500n, 'USD'),
    needsSecondApproval(limits, 501n, 'USD'),
    needsSecondApproval(limits, 1n, 'GBP'),
    needsSecondApproval(limits, 0n, 'GBP'),
  ]).toEqual([false, true, true, false])
  expect(needsSecondApproval(undefined, 10n ** 9n, 'USD')).toBe(false)
})
