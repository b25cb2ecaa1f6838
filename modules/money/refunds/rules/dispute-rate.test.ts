import { expect, test } from 'vitest'
import { isDisputeRateHigh } from './dispute-rate.ts'

test('one disputed payment in two hundred raises an alarm, and fewer than five never do [refunds-5]', () => {
  const alarming = ([disputed, paid]: readonly [number, number]) => isDisputeRateHigh({ disputed, paid })
  expect(
    (
      [
        [5, 1000],
        [50, 10_000],
        [5, 5],
        [7, 0],
      ] as const
    ).map(alarming),
  ).toEqual([true, true, true, true])
  expect(
    (
      [
        [5, 1001],
        [49, 10_000],
        [4, 4],
        [0, 0],
      ] as const
    ).map(alarming),
  ).toEqual([false, false, false, false])
})

test('the limit is exactly one disputed payment in two hundred', () => {
  expect([isDisputeRateHigh({ disputed: 6, paid: 1200 }), isDisputeRateHigh({ disputed: 6, paid: 1201 })]).toEqual([
    true,
    false,
  ])
})
