import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/time.ts'
import {
  type DomainEvent,
  type DomainVerification,
  domainStateOf,
  nextCheckAt,
  type TxtCheck,
  nextVerification,
  checkTxtAnswer,
} from './domain-verification.ts'

const start = new Date('2026-11-28T06:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const waiting: DomainVerification = {
  verifiedAt: null,
  missingSince: null,
  missingCount: 0,
  unreachableSince: null,
  droppedAt: null,
  isPrimary: false,
}
const verified: DomainVerification = { ...waiting, verifiedAt: start, isPrimary: true }

/** States and events after each DNS response, by hours since the start. */
function follow(verification: DomainVerification, answers: readonly (readonly [hours: number, answer: TxtCheck])[]) {
  const steps: (readonly [string, DomainEvent])[] = []
  let present = verification
  for (const [hours, reply] of answers) {
    const next = nextVerification(present, reply, after(hours * hourMs))
    present = next.verification
    steps.push([domainStateOf(present), next.event])
  }
  return { steps, verification: present }
}

const token = 'a'.repeat(32)
test('one of several values is enough; no value and no name are missing (pages-16)', () => {
  expect(checkTxtAnswer({ kind: 'found', values: ['v=spf1 -all', ` ${token}`] }, token)).toBe('present')
  expect(checkTxtAnswer({ kind: 'found', values: [`${token}b`] }, token)).toBe('missing')
  expect(checkTxtAnswer({ kind: 'none' }, token)).toBe('missing')
  expect(checkTxtAnswer({ kind: 'unreachable' }, token)).toBe('unreachable')
})

test('a host waits until its value is found, however often it is missing (pages-16)', () => {
  expect(
    follow(waiting, [
      [1, 'missing'],
      [200, 'unreachable'],
      [500, 'unreachable'],
      [501, 'missing'],
      [502, 'present'],
      [503, 'present'],
    ]).steps,
  ).toEqual([...Array<unknown>(4).fill(['waiting', null]), ['verified', 'verified'], ['verified', null]])
})

test('an answer without the value ends the verification at once, and the value restores it (pages-17)', () => {
  const { steps, verification } = follow(verified, [
    [24, 'missing'],
    [25, 'present'],
  ])
  expect(steps).toEqual([
    ['missing', 'missing'],
    ['verified', 'restored'],
  ])
  expect(verification).toEqual(verified)
})

test('the third answer without it drops the host within 72 hours; checks by hand do not hurry it (pages-17)', () => {
  const { steps, verification } = follow(verified, [
    [24, 'missing'],
    [24.1, 'missing'],
    [24.2, 'missing'],
    [48, 'missing'],
    [49, 'unreachable'],
    [72, 'missing'],
  ])
  expect(steps.map(([state]) => state)).toEqual([...Array<string>(5).fill('missing'), 'dropped'])
  expect(steps.map(([, event]) => event)).toEqual(['missing', null, null, null, null, 'dropped'])
  expect(verification).toEqual({ ...waiting, droppedAt: after(72 * hourMs) })
  expect(follow(verification, [[80, 'missing']]).steps).toEqual([['dropped', null]])
  expect(follow(verification, [[80, 'present']]).steps).toEqual([['verified', 'verified']])
})

test('no answer changes nothing for seven days, then counts as one without the value (pages-17)', () => {
  const { steps } = follow(
    verified,
    Array.from({ length: 10 }, (_, day) => [24 * day, 'unreachable'] as const),
  )
  expect(steps.map(([state]) => state)).toEqual([...Array<string>(7).fill('verified'), 'missing', 'missing', 'dropped'])
})

test('DNS is asked each day, and each hour while it is silent or the host is new', () => {
  const now = after(dayMs)
  expect(nextCheckAt(verified, { addedAt: start, now })).toEqual(after(2 * dayMs))
  expect(nextCheckAt(waiting, { addedAt: start, now })).toEqual(after(dayMs + hourMs))
  expect(nextCheckAt(waiting, { addedAt: after(-3 * dayMs), now })).toEqual(after(2 * dayMs))
  expect(nextCheckAt({ ...verified, unreachableSince: now }, { addedAt: start, now })).toEqual(after(dayMs + hourMs))
})

test('any answers keep the constraints of the table, and only a verified host is primary (pages-17)', () => {
  const answers = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom<TxtCheck>('present', 'missing', 'unreachable')),
  )
  fc.assert(
    fc.property(fc.constantFrom(waiting, verified), answers, (first, list) => {
      let verification = first
      let instant = start
      let missing = 0
      for (const [hours, reply] of list) {
        instant = new Date(instant.getTime() + hours * hourMs)
        const before = verification
        verification = nextVerification(before, reply, instant).verification
        missing = reply === 'present' ? 0 : missing + 1
        expect(verification.missingSince === null).toBe(verification.missingCount === 0)
        expect(verification.droppedAt === null || verification.verifiedAt === null).toBe(true)
        expect(!verification.isPrimary || verification.verifiedAt !== null).toBe(true)
        expect(reply !== 'present' || domainStateOf(verification) === 'verified').toBe(true)
        expect(before.verifiedAt === null || reply !== 'missing' || domainStateOf(verification) !== 'verified').toBe(
          true,
        )
        if (domainStateOf(verification) === 'dropped' && domainStateOf(before) !== 'dropped') {
          expect(missing).toBeGreaterThanOrEqual(3)
          expect(instant.getTime() - before.missingSince!.getTime()).toBeGreaterThanOrEqual(2 * dayMs)
        }
      }
    }),
  )
})
