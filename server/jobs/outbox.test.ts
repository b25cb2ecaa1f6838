import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { App } from '../app.ts'
import { startLoop } from './outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a failing loop pauses longer each time and returns to its interval after a success', async () => {
  let [isAway, requested, logged] = [true, 0, 0]
  const app = { log: { error: () => void (logged += 1) } } as unknown as App
  const running = startLoop(app, 'outbox', 200, async () => {
    requested += 1
    if (isAway) throw new Error('the database is away')
    return 0
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requested).toBeGreaterThan(10)
  expect(requested).toBeLessThan(20)
  expect(logged).toBe(requested)
  isAway = false
  await vi.advanceTimersByTimeAsync(5000)
  const before = requested
  await vi.advanceTimersByTimeAsync(2000)
  expect(requested - before).toBe(10)
  await Promise.all([running.stop(), vi.runAllTimersAsync()])
})
