import { expect, test } from 'vitest'
import { isOpen, noteAnswer } from './breaker.ts'

test('five calls in vain, one after the other, open it for half a minute; an answer between begins the count anew', () => {
  let now = 0
  const ports = { clock: () => new Date(now), log: { warn: () => undefined } }
  const miss = (times: number) => Array.from({ length: times }, () => noteAnswer(ports, false))
  miss(4)
  noteAnswer(ports, true)
  miss(4)
  expect(isOpen(ports)).toBe(false)
  miss(1)
  expect(isOpen(ports)).toBe(true)
  now = 30_001
  expect(isOpen(ports)).toBe(false)
  miss(5)
  expect(isOpen(ports)).toBe(true)
  // A clock that was put back does not hold it open.
  now = -1_000_000
  expect(isOpen(ports)).toBe(false)
})
