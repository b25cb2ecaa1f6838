import { expect, test } from 'vitest'
import { tokenBucket } from './token-bucket.ts'

test('one second’s worth proceeds at once, the others follow at the rate', async () => {
  let now = 0
  const waits: number[] = []
  const pace = tokenBucket({
    perSecond: 10,
    now: () => now,
    sleep: (ms) => Promise.resolve(waits.push(Math.round(ms))),
  })
  for (let share = 0; share < 10; share++) await pace()
  expect(waits).toEqual([])
  await pace()
  await pace()
  expect(waits).toEqual([100, 200])
  now = 10_000
  await pace()
  expect(waits).toHaveLength(2)
})

test('a long pause accumulates at most one second’s worth', async () => {
  let now = 0
  let waited = 0
  const pace = tokenBucket({ perSecond: 5, now: () => now, sleep: () => Promise.resolve((waited += 1)) })
  now = 3_600_000
  for (let share = 0; share < 7; share++) await pace()
  expect(waited).toBe(2)
})
