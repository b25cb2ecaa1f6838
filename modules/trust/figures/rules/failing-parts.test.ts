import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '#shared/time.ts'
import { findFailingParts, type PartMeasures, partNames } from './failing-parts.ts'

const now = new Date('2026-11-29T12:00:00Z')
const before = (ms: number) => new Date(now.getTime() - ms)
const healthy: PartMeasures = {
  breaches: 0,
  checkedAt: before(hourMs),
  chargingStoppedAt: null,
  failedEvents: 0,
  oldestEventAt: before(minuteMs),
  oldestDueAt: before(minuteMs),
  abandonedJobs: 0,
  oldestMailAt: before(minuteMs),
}
const partsOf = (measures: Partial<PartMeasures>) =>
  findFailingParts({ ...healthy, ...measures }, now).map(({ part }) => part)

test('an installation without a fault has no failing part, also before its first ledger check', () => {
  expect(partsOf({})).toEqual([])
  expect(partsOf({ checkedAt: null, oldestEventAt: null, oldestDueAt: null, oldestMailAt: null })).toEqual([])
})

test.each<[Partial<PartMeasures>, string]>([
  [{ breaches: 1 }, 'ledger'],
  [{ checkedAt: before(2 * hourMs + 1) }, 'ledger-check'],
  [{ chargingStoppedAt: now }, 'charging'],
  [{ failedEvents: 2 }, 'events'],
  [{ oldestEventAt: before(10 * minuteMs + 1) }, 'late-events'],
  [{ oldestDueAt: before(hourMs + 1) }, 'late-donations'],
  [{ abandonedJobs: 1 }, 'jobs'],
  [{ oldestMailAt: before(15 * minuteMs + 1) }, 'late-mails'],
])('%o is reported as %s', (measures, part) => {
  expect(partsOf(measures)).toEqual([part])
})

test('donations that are late because charging is stopped are not reported twice', () => {
  expect(partsOf({ chargingStoppedAt: before(hourMs), oldestDueAt: before(2 * hourMs) })).toEqual(['charging'])
})

test('each part appears at most once, the most harmful first, with a number or a time', () => {
  const time = fc.option(fc.integer({ min: -hourMs, max: 5 * hourMs }).map(before))
  fc.assert(
    fc.property(
      fc.record({
        breaches: fc.nat(3),
        checkedAt: time,
        chargingStoppedAt: time,
        failedEvents: fc.nat(3),
        oldestEventAt: time,
        oldestDueAt: time,
        abandonedJobs: fc.nat(3),
        oldestMailAt: time,
      }),
      (measures) => {
        const parts = findFailingParts(measures, now)
        expect(parts.map(({ part }) => part)).toEqual(
          partNames.filter((name) => parts.some(({ part }) => part === name)),
        )
        for (const { count, since } of parts) expect((count === null) === (since !== null)).toBe(true)
      },
    ),
  )
})
