import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minuteMs } from '#shared/time.ts'
import { staffSessionAfter } from './staff-session.ts'

test('staff are warned from 13 minutes without a request on, and see the end at 15 (accounts-1)', () => {
  expect([0, 12.99, 13, 14.99, 15, 60].map((minutes) => staffSessionAfter(minutes * minuteMs))).toEqual([
    'active',
    'active',
    'ending',
    'ending',
    'ended',
    'ended',
  ])
})

test('a session never returns to an earlier state without a request', () => {
  const order = ['active', 'ending', 'ended']
  const idle = fc.integer({ min: 0, max: 60 * minuteMs })
  fc.assert(
    fc.property(idle, idle, (first, more) => {
      const [earlier, later] = [staffSessionAfter(first), staffSessionAfter(first + more)]
      expect(order.indexOf(later)).toBeGreaterThanOrEqual(order.indexOf(earlier))
    }),
  )
})
