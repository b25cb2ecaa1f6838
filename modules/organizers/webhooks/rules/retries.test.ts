import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failingMs, hasFailedTooLong, nextAttemptAt, retryMs } from './retries.ts'

const start = new Date('2026-11-30T09:00:00Z')
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** Returns the times of all attempts of an event whose receiver always fails at once. */
function attemptsOf(randoms: readonly number[]): Date[] {
  const times = [start]
  for (;;) {
    const next = nextAttemptAt({
      attempts: times.length,
      firstAttemptAt: start,
      now: times.at(-1) ?? start,
      random: randoms[times.length % randoms.length] ?? 0,
    })
    if (!next) return times
    times.push(next)
  }
}

test('attempts end within three days of the first one, and the last is in the last half-day [webhooks-4]', () => {
  fc.assert(
    fc.property(fc.array(random, { minLength: 1, maxLength: 30 }), (randoms) => {
      const times = attemptsOf(randoms)
      const last = (times.at(-1)?.getTime() ?? 0) - start.getTime()
      expect(last).toBeLessThanOrEqual(retryMs)
      expect(last).toBeGreaterThan(retryMs - 12 * 3600 * 1000)
      expect(times.length).toBeGreaterThan(12)
      expect(times.length).toBeLessThan(24)
    }),
  )
})

test('each wait is within a quarter of its step, and at most ten hours [webhooks-4]', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), random, (attempts, value) => {
      const next = nextAttemptAt({ attempts, firstAttemptAt: start, now: start, random: value })
      const wait = (next?.getTime() ?? 0) - start.getTime()
      const step = Math.min(10_000 * 3 ** (attempts - 1), 8 * 3600 * 1000)
      expect(wait).toBeGreaterThanOrEqual(Math.floor(step * 0.75))
      expect(wait).toBeLessThanOrEqual(Math.ceil(step * 1.25))
    }),
  )
})

test('an endpoint is disabled at five days without a success, not a moment before [webhooks-5]', () => {
  const after = (ms: number) => new Date(start.getTime() + ms)
  expect(hasFailedTooLong(start, after(failingMs - 1))).toBe(false)
  expect(hasFailedTooLong(start, after(failingMs))).toBe(true)
})
