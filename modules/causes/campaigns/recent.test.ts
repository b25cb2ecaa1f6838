import { expect, test } from 'vitest'
import { createRecent } from './recent.ts'

const instantAfter = (ms: number) => new Date(ms)

test('a thousand requests within a second cost one read', async () => {
  let reads = 0
  const recent = createRecent({ read: async (key: string) => `${key}${++reads}`, keptMs: 1000, entriesMax: 10 })
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => recent.get('a', instantAfter(index % 1000), undefined as never)),
  )
  expect(new Set(answers)).toEqual(new Set(['a1']))
  expect(await recent.get('a', instantAfter(1000), undefined as never)).toBe('a2')
})

test('a failure is not cached', async () => {
  let reads = 0
  const recent = createRecent({
    read: async () => (++reads === 1 ? Promise.reject(new Error('away')) : reads),
    keptMs: 1000,
    entriesMax: 10,
  })
  await expect(recent.get('a', instantAfter(0), undefined as never)).rejects.toThrow('away')
  expect(await recent.get('a', instantAfter(1), undefined as never)).toBe(2)
})

test('the cache is bounded and evicts the oldest entry', async () => {
  const read: string[] = []
  const recent = createRecent({ read: async (key: string) => void read.push(key), keptMs: 1000, entriesMax: 3 })
  for (const key of ['a', 'b', 'c', 'd', 'b', 'a']) await recent.get(key, instantAfter(0), undefined as never)
  expect(recent.size).toBe(3)
  expect(read).toEqual(['a', 'b', 'c', 'd', 'a'])
})

test('a clock set back does not keep an entry forever', async () => {
  let reads = 0
  const recent = createRecent({ read: async () => ++reads, keptMs: 1000, entriesMax: 3 })
  await recent.get('a', instantAfter(5000), undefined as never)
  expect(await recent.get('a', instantAfter(100), undefined as never)).toBe(2)
})
