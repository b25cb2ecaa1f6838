import fc from 'fast-check'
import { expect, test } from 'vitest'
import { forEachConcurrently } from './for-each-concurrently.ts'

test('runs each item once and never more than the limit at a time', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), async (turns, limit) => {
      const done: number[] = []
      let running = 0
      let most = 0
      await forEachConcurrently([...turns.keys()], limit, async (index) => {
        most = Math.max(most, ++running)
        for (let turn = 0; turn < (turns[index] ?? 0); turn++) await Promise.resolve()
        running--
        done.push(index)
      })
      expect(done.toSorted((a, b) => a - b)).toEqual([...turns.keys()])
      expect(most).toBeLessThanOrEqual(limit)
    }),
  ))

test('throws the first error once nothing runs any more, and begins no other item', async () => {
  const ended: number[] = []
  const begun: number[] = []
  const running = forEachConcurrently([1, 2, 3, 4], 2, async (item) => {
    begun.push(item)
    await new Promise((resolve) => setTimeout(resolve, item))
    if (item === 1) throw new Error('damaged')
    ended.push(item)
  })
  await expect(running).rejects.toThrow('damaged')
  expect(begun).toEqual([1, 2])
  expect(ended).toEqual([2])
})
