import { expect, test } from 'vitest'
import { laneCount, laneOf } from './lanes.ts'

const of = (campaignId: string) => laneOf([{ campaignId, share: 10_000 }])

test('subscriptions wait in the partition of their first fundraiser, and in partition 0 without one', () => {
  expect([of('1'), of('2'), of('254'), of('255'), of('256')]).toEqual([2, 3, 255, 1, 2])
  expect(
    laneOf([
      { campaignId: '2', share: 5000 },
      { campaignId: '9', share: 5000 },
    ]),
  ).toBe(3)
  expect(laneOf([])).toBe(0)
  expect(laneCount).toBe(256)
})
