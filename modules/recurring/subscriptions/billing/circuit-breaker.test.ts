import { expect, test } from 'vitest'
import { isCircuitOpen, recordResult } from './circuit-breaker.ts'

test('opens for half a minute after five failures in a row; a success in between resets the count', () => {
  let now = 0
  const ports = { clock: () => new Date(now), log: { warn: () => undefined } }
  const miss = (times: number) => Array.from({ length: times }, () => recordResult(ports, false))
  miss(4)
  recordResult(ports, true)
  miss(4)
  expect(isCircuitOpen(ports)).toBe(false)
  miss(1)
  expect(isCircuitOpen(ports)).toBe(true)
  now = 30_001
  expect(isCircuitOpen(ports)).toBe(false)
  miss(5)
  expect(isCircuitOpen(ports)).toBe(true)
  // The circuit closes even if the clock was set back.
  now = -1_000_000
  expect(isCircuitOpen(ports)).toBe(false)
})
