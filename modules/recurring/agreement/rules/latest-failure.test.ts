import { expect, test } from 'vitest'
import { donationsBeingCharged, fitsTotal, latestFailure, retriedDonations } from './open-donations.ts'

type Row = Parameters<typeof latestFailure>[0][number]

const now = new Date('2026-11-20T12:00:00Z')
const row = (state: Row['state'], day: string, over: Partial<Row> = {}): Row => ({
  state,
  skipReason: null,
  on: day as Row['on'],
  plannedAt: new Date(`${day}T09:00:00Z`),
  retries: 0,
  actionDeadline: null,
  gift: 1000n,
  refunded: 0n,
  ...over,
})
const active = { state: 'active', endsOn: null, total: null } as const

test('the latest failed donation can be paid, unless a later one is paid', () => {
  const failed = row('FAILED', '2026-11-06')
  const later = row('FAILED', '2026-11-13')
  expect(latestFailure([failed, later], active, now)).toBe(later)
  expect(latestFailure([failed, row('SUCCEEDED', '2026-11-13')], active, now)).toBeUndefined()
  expect(latestFailure([row('SUCCEEDED', '2026-10-30'), failed], active, now)).toBe(failed)
  expect(latestFailure([row('FAILED', '2026-10-01')], active, now)).toBeUndefined()
})

test('a donation that waits for its donor can be paid although a later one is paid', () => {
  const waiting = row('ACTION_REQUIRED', '2026-11-06')
  expect(latestFailure([waiting, row('SUCCEEDED', '2026-11-13')], active, now)).toBe(waiting)
})

test('a failed donation fits a total that has as much left, and no smaller rest', () => {
  const failed = { state: 'FAILED', gift: 1000n } as const
  const paid = [row('SUCCEEDED', '2026-11-06', { gift: 4000n })]
  expect(fitsTotal(failed, { total: 5000n }, paid)).toBe(true)
  expect(fitsTotal(failed, { total: 4999n }, paid)).toBe(false)
  expect(fitsTotal(failed, { total: null }, paid)).toBe(true)
  expect(fitsTotal({ ...failed, state: 'ACTION_REQUIRED' }, { total: 4999n }, paid)).toBe(true)
})

test('donations are retried if they failed before and the plan is active', () => {
  const retried = row('SCHEDULED', '2026-11-13', { retries: 1 })
  const rows = [retried, row('SCHEDULED', '2026-11-27'), row('FAILED', '2026-11-06', { retries: 4 })]
  expect(retriedDonations(rows, { state: 'active' })).toEqual([retried])
  expect(retriedDonations(rows, { state: 'paused' })).toEqual([])
})

test('donations are being charged while their charge is in progress or unknown', () => {
  const charging = [row('PROCESSING', '2026-11-13'), row('UNKNOWN', '2026-11-20')]
  expect(donationsBeingCharged([row('SUCCEEDED', '2026-11-06'), ...charging, row('FAILED', '2026-10-30')])).toEqual(
    charging,
  )
})
