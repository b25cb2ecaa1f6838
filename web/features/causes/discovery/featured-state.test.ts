import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FeaturedAction, type FeaturedState, loadFeatured, loading, reduceFeatured } from './featured-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Starts a list whose first `failures` requests fail. */
function begin(failures: number, results: readonly string[] = ['a card']) {
  const sentAt: number[] = []
  const start = Date.now()
  let state: FeaturedState<string> = loading
  const stop = loadFeatured<string>(
    () => {
      sentAt.push(Date.now() - start)
      return sentAt.length <= failures ? Promise.reject(new Error('down')) : Promise.resolve(results)
    },
    (action: FeaturedAction<string>) => {
      state = reduceFeatured(state, action)
    },
  )
  return { sentAt, stop, state: () => state }
}

test('shows results, and nothing for an empty list [S1 §4]', async () => {
  const list = begin(0)
  await vi.advanceTimersByTimeAsync(0)
  expect(list.state()).toEqual({ phase: 'content', results: ['a card'] })
  const none = begin(0, [])
  await vi.advanceTimersByTimeAsync(0)
  expect(none.state()).toEqual({ phase: 'empty' })
})

test('one request, then four more after 1, 2, 4 and 8 seconds, then the error [S1 §8] [S1 §9]', async () => {
  const list = begin(Infinity)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(list.state()).toEqual({ phase: 'loading', failures: 4 })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(list.sentAt).toEqual([0, 1000, 3000, 7000, 15_000])
  expect(list.state()).toEqual({ phase: 'error' })
})

test('the last retry can still succeed', async () => {
  const list = begin(4)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(list.state()).toEqual({ phase: 'content', results: ['a card'] })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(list.sentAt).toHaveLength(5)
})

test('an unmounted list stops its requests and updates', async () => {
  const list = begin(2)
  await vi.advanceTimersByTimeAsync(500)
  list.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(list.sentAt).toEqual([0])
  expect(list.state()).toEqual({ phase: 'loading', failures: 1 })
})

test('only an error can be retried', () => {
  expect(reduceFeatured({ phase: 'error' }, { type: 'retry' })).toEqual(loading)
  const content = { phase: 'content', results: ['a card'] } as const
  expect(reduceFeatured<string>(content, { type: 'retry' })).toBe(content)
  expect(reduceFeatured<string>(content, { type: 'fail' })).toBe(content)
})
