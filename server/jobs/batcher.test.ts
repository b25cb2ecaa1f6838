import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

const pause = () => new Promise((resolve) => setTimeout(resolve, 5))

test('items that arrive together share a batch and each gets its own result', async () => {
  const batch = createBatcher({ runningMax: 1 })
  const batches: number[] = []
  const double = async (items: readonly number[]) => {
    batches.push(items.length)
    await pause()
    return items.map((item) => item * 2)
  }
  const first = Array.from({ length: 5 }, (_, index) => batch('double', index, double))
  await new Promise((resolve) => setImmediate(resolve))
  const second = Array.from({ length: 7 }, (_, index) => batch('double', 100 + index, double))
  expect(await Promise.all([...first, ...second])).toEqual([0, 2, 4, 6, 8, 200, 202, 204, 206, 208, 210, 212])
  expect(batches).toEqual([5, 7])
})

test('a single item starts at once', async () => {
  const batch = createBatcher()
  expect(await batch('one', 'a', async (items) => items.map((item) => `${item}!`))).toBe('a!')
})

test('no batch exceeds its limit, and every item is in one', async () => {
  const batch = createBatcher({ runningMax: 2, itemsMax: 10 })
  const batches: number[] = []
  const answers = await Promise.all(
    Array.from({ length: 95 }, (_, index) =>
      batch('many', index, async (items) => {
        batches.push(items.length)
        await pause()
        return items
      }),
    ),
  )
  expect(answers).toEqual(Array.from({ length: 95 }, (_, index) => index))
  expect(Math.max(...batches)).toBe(10)
})

test('an item that the database refuses fails alone', async () => {
  const batch = createBatcher()
  const work = async (items: readonly number[]) => {
    if (items.includes(3)) throw Object.assign(new Error('duplicate'), { code: '23505' })
    return items
  }
  const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => batch('refused', item, work)))
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a lost connection fails the whole batch, which is not repeated', async () => {
  const batch = createBatcher()
  let runs = 0
  const work = async (): Promise<number[]> => {
    runs += 1
    throw Object.assign(new Error('lost'), { code: 'ECONNRESET' })
  }
  const answers = await Promise.allSettled([1, 2, 3].map((item) => batch('lost', item, work)))
  expect(answers.map((answer) => answer.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(runs).toBe(1)
})

test('batches of different kinds don’t wait for each other', async () => {
  const batch = createBatcher({ runningMax: 1 })
  let release = () => {}
  const slow = batch('slow', 1, () => new Promise<number[]>((resolve) => (release = () => resolve([1]))))
  expect(await batch('quick', 2, async (items) => items)).toBe(2)
  release()
  expect(await slow).toBe(1)
})

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Work that only records the size of its batches. */
function counting() {
  const batches: number[] = []
  const count = async (items: readonly number[]) => {
    batches.push(items.length)
    return items
  }
  return { batches, count }
}

test('under load a batch waits briefly for more items', async () => {
  const batch = createBatcher()
  const { batches, count } = counting()
  await Promise.all([batch('busy', 1, count), batch('busy', 2, count)])
  const late = [batch('busy', 3, count)]
  for (let next = 4; next <= 6; next++) {
    await turn()
    late.push(batch('busy', next, count))
  }
  expect(await Promise.all(late)).toEqual([3, 4, 5, 6])
  expect(batches).toEqual([2, 4])
})

test('without recent load an item does not wait', async () => {
  const batch = createBatcher()
  const { batches, count } = counting()
  for (let next = 1; next <= 3; next++) await batch('alone', next, count)
  expect(batches).toEqual([1, 1, 1])
})

test('a batch with enough items does not wait for more', async () => {
  const batch = createBatcher({ itemsToStart: 3 })
  const { batches, count } = counting()
  await Promise.all([batch('full', 1, count), batch('full', 2, count)])
  const three = [3, 4, 5].map((item) => batch('full', item, count))
  await turn()
  await turn()
  const late = batch('full', 6, count)
  await Promise.all([...three, late])
  expect(batches).toEqual([2, 3, 1])
})

test('items that don’t overlap run in separate batches', async () => {
  const batch = createBatcher()
  const begun: number[] = []
  const note = async (items: readonly number[]) => {
    begun.push(performance.now())
    return items
  }
  const start = performance.now()
  await batch('notices', 1, note, { apartMs: 60 })
  const rest = await Promise.all([2, 3, 4].map((item) => batch('notices', item, note, { apartMs: 60 })))
  expect(rest).toEqual([2, 3, 4])
  expect(begun).toHaveLength(2)
  expect(begun[0]! - start).toBeLessThan(begun[1]! - begun[0]!)
  expect(begun[1]! - begun[0]!).toBeGreaterThanOrEqual(58)
})
