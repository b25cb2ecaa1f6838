import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs } from '#shared/time.ts'
import {
  type DomainEvent,
  type DomainProof,
  domainStateOf,
  nextCheckAt,
  type ProofAnswer,
  nextProof,
  toProofAnswer,
} from './domain-proof.ts'

const start = new Date('2026-11-28T06:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)
const waiting: DomainProof = {
  provedAt: null,
  missingSince: null,
  missingCount: 0,
  unreachableSince: null,
  droppedAt: null,
  isPrimary: false,
}
const proved: DomainProof = { ...waiting, provedAt: start, isPrimary: true }

/** States and events after each DNS response, by hours since the start. */
function follow(proof: DomainProof, answers: readonly (readonly [hours: number, answer: ProofAnswer])[]) {
  const steps: (readonly [string, DomainEvent])[] = []
  let present = proof
  for (const [hours, reply] of answers) {
    const next = nextProof(present, reply, after(hours * hourMs))
    present = next.proof
    steps.push([domainStateOf(present), next.event])
  }
  return { steps, proof: present }
}

const token = 'a'.repeat(32)
test('one of several values is enough; no value and no name are missing (pages-16)', () => {
  expect(toProofAnswer({ kind: 'found', values: ['v=spf1 -all', ` ${token}`] }, token)).toBe('present')
  expect(toProofAnswer({ kind: 'found', values: [`${token}b`] }, token)).toBe('missing')
  expect(toProofAnswer({ kind: 'none' }, token)).toBe('missing')
  expect(toProofAnswer({ kind: 'unreachable' }, token)).toBe('unreachable')
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
  ).toEqual([...Array<unknown>(4).fill(['waiting', null]), ['proved', 'proved'], ['proved', null]])
})

test('an answer without the value ends the standing at once, and the value restores it (pages-17)', () => {
  const { steps, proof } = follow(proved, [
    [24, 'missing'],
    [25, 'present'],
  ])
  expect(steps).toEqual([
    ['missing', 'missing'],
    ['proved', 'restored'],
  ])
  expect(proof).toEqual(proved)
})

test('the third answer without it drops the host within 72 hours; checks by hand do not hurry it (pages-17)', () => {
  const { steps, proof } = follow(proved, [
    [24, 'missing'],
    [24.1, 'missing'],
    [24.2, 'missing'],
    [48, 'missing'],
    [49, 'unreachable'],
    [72, 'missing'],
  ])
  expect(steps.map(([state]) => state)).toEqual([...Array<string>(5).fill('missing'), 'dropped'])
  expect(steps.map(([, event]) => event)).toEqual(['missing', null, null, null, null, 'dropped'])
  expect(proof).toEqual({ ...waiting, droppedAt: after(72 * hourMs) })
  expect(follow(proof, [[80, 'missing']]).steps).toEqual([['dropped', null]])
  expect(follow(proof, [[80, 'present']]).steps).toEqual([['proved', 'proved']])
})

test('no answer changes nothing for seven days, then counts as one without the value (pages-17)', () => {
  const { steps } = follow(
    proved,
    Array.from({ length: 10 }, (_, day) => [24 * day, 'unreachable'] as const),
  )
  expect(steps.map(([state]) => state)).toEqual([...Array<string>(7).fill('proved'), 'missing', 'missing', 'dropped'])
})

test('DNS is asked each day, and each hour while it is silent or the host is new', () => {
  const now = after(dayMs)
  expect(nextCheckAt(proved, { addedAt: start, now })).toEqual(after(2 * dayMs))
  expect(nextCheckAt(waiting, { addedAt: start, now })).toEqual(after(dayMs + hourMs))
  expect(nextCheckAt(waiting, { addedAt: after(-3 * dayMs), now })).toEqual(after(2 * dayMs))
  expect(nextCheckAt({ ...proved, unreachableSince: now }, { addedAt: start, now })).toEqual(after(dayMs + hourMs))
})

test('any answers keep the constraints of the table, and only a proved host is primary (pages-17)', () => {
  const answers = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 200 }), fc.constantFrom<ProofAnswer>('present', 'missing', 'unreachable')),
  )
  fc.assert(
    fc.property(fc.constantFrom(waiting, proved), answers, (first, list) => {
      let proof = first
      let instant = start
      let missing = 0
      for (const [hours, reply] of list) {
        instant = new Date(instant.getTime() + hours * hourMs)
        const before = proof
        proof = nextProof(before, reply, instant).proof
        missing = reply === 'present' ? 0 : missing + 1
        expect(proof.missingSince === null).toBe(proof.missingCount === 0)
        expect(proof.droppedAt === null || proof.provedAt === null).toBe(true)
        expect(!proof.isPrimary || proof.provedAt !== null).toBe(true)
        expect(reply !== 'present' || domainStateOf(proof) === 'proved').toBe(true)
        expect(before.provedAt === null || reply !== 'missing' || domainStateOf(proof) !== 'proved').toBe(true)
        if (domainStateOf(proof) === 'dropped' && domainStateOf(before) !== 'dropped') {
          expect(missing).toBeGreaterThanOrEqual(3)
          expect(instant.getTime() - before.missingSince!.getTime()).toBeGreaterThanOrEqual(2 * dayMs)
        }
      }
    }),
  )
})
