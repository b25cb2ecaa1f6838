import { endOfDayIn } from '#shared/date-arithmetic.ts'
import { expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { closedReason, hasEnded, isOpen } from './open.ts'

const endsAt = endOfDayIn('Europe/London', localDate('2027-03-31'))
const instantAfter = (seconds: number) => new Date(endsAt.getTime() + seconds * 1000)

test('accepts donations until the last second of the end date (content-3) [S1 §4]', () => {
  expect([-1, -0.001, 0, 1].map((seconds) => isOpen({ status: 1, endsAt }, instantAfter(seconds)))).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([-1, 0, 1].map((seconds) => hasEnded({ endsAt }, instantAfter(seconds)))).toEqual([false, true, true])
})

test('only an active campaign accepts donations, with or without an end date [S1 §4]', () => {
  expect([0, 1, 2, 3].map((status) => isOpen({ status, endsAt: null }, instantAfter(0)))).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect([0, 2, 3].some((status) => isOpen({ status, endsAt }, instantAfter(-100)))).toBe(false)
  expect(hasEnded({ endsAt: null }, instantAfter(1e9))).toBe(false)
})

test('the button says why it is disabled: ended, paused or not verified [S1 §4]', () => {
  const reasons = (open: boolean, seconds: number) =>
    [0, 1, 2, 3].map((status) => closedReason({ open, status, endsAt }, instantAfter(seconds)))
  expect(reasons(true, -1)).toEqual([null, null, null, null])
  expect(reasons(false, -1)).toEqual(['ended', 'not-verified', 'paused', 'ended'])
  expect(reasons(true, 0)).toEqual(['ended', 'ended', 'ended', 'ended'])
  expect(closedReason({ open: false, status: 2, endsAt: null }, instantAfter(0))).toBe('paused')
})
