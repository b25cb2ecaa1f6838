import { expect, test } from 'vitest'
import { partitionCount, partitionOf } from './partitions.ts'

const valueOf = (campaignId: string) => partitionOf([{ campaignId, share: 10_000 }])

test('subscriptions are in the partition of their first fundraiser, or in 0 without one', () => {
  expect([valueOf('1'), valueOf('2'), valueOf('254'), valueOf('255'), valueOf('256')]).toEqual([2, 3, 255, 1, 2])
  expect(
    partitionOf([
      { campaignId: '2', share: 5000 },
      { campaignId: '9', share: 5000 },
    ]),
  ).toBe(3)
  expect(partitionOf([])).toBe(0)
  expect(partitionCount).toBe(256)
})
