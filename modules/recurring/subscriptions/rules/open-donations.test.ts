import { describe, expect, test } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import {
  occurrenceTransitions,
  type OccurrenceState,
  subscriptionStates,
} from '#modules/recurring/plans/rules/states.ts'
import {
  canBePaidNow,
  canBeRestored,
  donationsBeingCharged,
  fitsTotal,
  latestFailure,
  type OpenDonationData,
  retriedDonations,
} from './open-donations.ts'

const now = new Date('2027-03-10T12:00:00Z')
const dayMs = 86_400_000
const after = (ms: number) => new Date(now.getTime() + ms)
const states = Object.keys(occurrenceTransitions) as OccurrenceState[]
const donation = (over: Partial<OpenDonationData>): OpenDonationData => ({
  state: 'SKIPPED',
  skipReason: 'donor',
  on: localDate('2027-03-10'),
  plannedAt: after(1),
  retries: 0,
  actionDeadline: null,
  ...over,
})
const active = { state: 'active', endsOn: null } as const
const late = { atMost: after(-30 * dayMs), tooLate: after(-30 * dayMs - 1) }

describe('a skipped donation can be restored', () => {
  const taken = (over: Partial<OpenDonationData>, plan: Parameters<typeof canBeRestored>[1] = active) =>
    canBeRestored(donation(over), plan, now)

  test('while its time has not come', () => {
    expect([taken({}), taken({ plannedAt: now }), taken({ plannedAt: after(-1) })]).toEqual([true, false, false])
  })

  test('for thirty days after an outage skipped it', () => {
    expect(taken({ skipReason: 'outage', plannedAt: late.atMost })).toBe(true)
    expect(taken({ skipReason: 'outage', plannedAt: late.tooLate })).toBe(false)
    expect(taken({ skipReason: 'donor', plannedAt: late.atMost })).toBe(false)
  })

  test('only when it was skipped, and only in an active plan', () => {
    expect(states.filter((state) => taken({ state }))).toEqual(['SKIPPED'])
    expect(subscriptionStates.filter((state) => taken({}, { state, endsOn: null }))).toEqual(['active'])
  })

  test('until the last day of its plan, inclusive', () => {
    const ends = (day: string) => taken({}, { state: 'active', endsOn: localDate(day) })
    expect([ends('2027-03-09'), ends('2027-03-10'), ends('2027-03-11')]).toEqual([false, true, true])
  })
})

describe('an uncollected donation can be paid now', () => {
  const paid = (over: Partial<OpenDonationData>, plan: Parameters<typeof canBePaidNow>[1] = active) =>
    canBePaidNow(donation({ plannedAt: now, ...over }), plan, now)

  test('while its bank waits for the donor', () => {
    expect(paid({ state: 'ACTION_REQUIRED' })).toBe(true)
    expect(paid({ state: 'ACTION_REQUIRED', actionDeadline: after(1) })).toBe(true)
    expect(paid({ state: 'ACTION_REQUIRED', actionDeadline: now })).toBe(false)
    expect(paid({ state: 'ACTION_REQUIRED', actionDeadline: after(-1) })).toBe(false)
  })

  test('for thirty days after it failed', () => {
    expect(paid({ state: 'FAILED', plannedAt: late.atMost })).toBe(true)
    expect(paid({ state: 'FAILED', plannedAt: late.tooLate })).toBe(false)
  })

  test('between its retries, and not before the first', () => {
    expect([paid({ state: 'SCHEDULED', retries: 1 }), paid({ state: 'SCHEDULED', retries: 0 })]).toEqual([true, false])
  })

  test('in no other state, and not in a plan that was cancelled or has ended', () => {
    expect(states.filter((state) => paid({ state, retries: 1 }))).toEqual(['SCHEDULED', 'ACTION_REQUIRED', 'FAILED'])
    expect(subscriptionStates.filter((state) => paid({ state: 'FAILED' }, { state, endsOn: null }))).toEqual([
      'active',
      'paused',
      'needs-card',
    ])
  })
})

describe('of several donations', () => {
  const dueBefore = (
    days: number,
    state: OccurrenceState,
    over: Partial<OpenDonationData & { gift: bigint }> = {},
  ) => ({
    ...donation({ state, plannedAt: after(-days * dayMs), ...over }),
    gift: over.gift ?? 1000n,
    refunded: 0n,
  })
  const plan = { ...active, total: null }

  test('the latest failed one can be paid, unless a later one is paid or it is too late', () => {
    const failed = dueBefore(14, 'FAILED')
    const later = dueBefore(7, 'FAILED')
    expect(latestFailure([failed, later], plan, now)).toBe(later)
    expect(latestFailure([failed, dueBefore(7, 'SUCCEEDED')], plan, now)).toBeUndefined()
    expect(latestFailure([dueBefore(21, 'SUCCEEDED'), failed], plan, now)).toBe(failed)
    expect(latestFailure([dueBefore(31, 'FAILED')], plan, now)).toBeUndefined()
  })

  test('one that waits for its donor can be paid although a later one is paid', () => {
    const waiting = dueBefore(14, 'ACTION_REQUIRED')
    expect(latestFailure([waiting, dueBefore(7, 'SUCCEEDED')], plan, now)).toBe(waiting)
  })

  test('a failed one fits a total of which as much is left, and no smaller rest', () => {
    const failed = { state: 'FAILED', gift: 1000n } as const
    const paid = [dueBefore(7, 'SUCCEEDED', { gift: 4000n })]
    expect(fitsTotal(failed, { total: 5000n }, paid)).toBe(true)
    expect(fitsTotal(failed, { total: 4999n }, paid)).toBe(false)
    expect(fitsTotal(failed, { total: null }, paid)).toBe(true)
    expect(fitsTotal({ ...failed, state: 'ACTION_REQUIRED' }, { total: 4999n }, paid)).toBe(true)
  })

  test('those are retried that failed before, in an active plan', () => {
    const retried = dueBefore(1, 'SCHEDULED', { retries: 1 })
    const rows = [retried, dueBefore(-7, 'SCHEDULED'), dueBefore(14, 'FAILED', { retries: 4 })]
    expect(retriedDonations(rows, { state: 'active' })).toEqual([retried])
    expect(retriedDonations(rows, { state: 'paused' })).toEqual([])
  })

  test('those are being charged whose charge is in progress or unknown', () => {
    const charging = [dueBefore(7, 'PROCESSING'), dueBefore(1, 'UNKNOWN')]
    expect(donationsBeingCharged([dueBefore(14, 'SUCCEEDED'), ...charging, dueBefore(21, 'FAILED')])).toEqual(charging)
  })
})
