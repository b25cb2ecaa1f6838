import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contiguousFrom,
  isBaseBackupDue,
  isHistory,
  isSegment,
  positionOf,
  timelineOf,
  selectRetained,
} from './wal-names.ts'

const hex = (value: number): string => value.toString(16).toUpperCase().padStart(8, '0')
const segmentAt = (position: number, timeline = 1): string =>
  `${hex(timeline)}${hex(Math.floor(position / 256))}${hex(position % 256)}`

test('reads the timeline and position of a segment', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1000 }), (position, timeline) => {
      const name = segmentAt(position, timeline)
      expect([isSegment(name), positionOf(name), timelineOf(name)]).toEqual([true, position, timeline])
    }),
  )
  expect([isHistory('00000002.history'), isSegment('00000002.history'), isSegment('archtemp.x')]).toEqual([
    true,
    false,
    false,
  ])
})

test('a run ends before the first missing segment, and the gap is named only if later ones exist', () => {
  fc.assert(
    fc.property(fc.nat(600), fc.integer({ min: 1, max: 40 }), fc.nat(40), (first, length, missing) => {
      const all = Array.from({ length }, (_, index) => ({ name: segmentAt(first + index) }))
      const without = all.filter((_, index) => index !== missing)
      const { run, gap } = contiguousFrom(without.toReversed(), segmentAt(first))
      const isInside = missing < length - 1
      expect(run.map(({ name }) => name)).toEqual((isInside ? all.slice(0, missing) : without).map(({ name }) => name))
      expect(gap).toBe(isInside ? first + missing : undefined)
    }),
  )
})

test('a run has both segments of the position at which a timeline began', () => {
  const names = [segmentAt(5), segmentAt(6), segmentAt(6, 2), segmentAt(7, 2)].map((name) => ({ name }))
  expect(contiguousFrom(names, segmentAt(5))).toEqual({ run: names, gap: undefined })
})

test('each time since the limit stays restorable, and older backups do not stay', () => {
  const day = (number: number) => new Date(Date.UTC(2026, 10, number))
  const backups = [1, 2, 3, 4].map((number) => ({
    id: String(number),
    finishedAt: day(number),
    startSegment: segmentAt(number * 10),
  }))
  fc.assert(
    fc.property(fc.shuffledSubarray(backups), fc.integer({ min: 0, max: 6 }), (some, limit) => {
      const retained = selectRetained(some, day(limit))
      const restorable = some.filter(({ id }) => retained.backups.has(id))
      // A time from the limit on that could be restored before can be restored after.
      for (const time of [day(limit), day(limit + 1), day(6)])
        expect(restorable.some(({ finishedAt }) => finishedAt <= time)).toBe(
          some.some(({ finishedAt }) => finishedAt <= time),
        )
      expect(restorable.filter(({ finishedAt }) => finishedAt <= day(limit)).length).toBeLessThanOrEqual(1)
      for (const { startSegment } of restorable)
        expect(retained.fromPosition).toBeLessThanOrEqual(positionOf(startSegment))
    }),
  )
})

test('a base backup is due after each night, and at once on a new timeline', () => {
  const backup = { startedAt: new Date('2026-11-28T01:10:02Z'), timeline: 1 }
  expect(isBaseBackupDue(undefined, 1, new Date('2026-11-28T12:00:00Z'))).toBe(true)
  expect(isBaseBackupDue(backup, 2, new Date('2026-11-28T12:00:00Z'))).toBe(true)
  expect(isBaseBackupDue(backup, 1, new Date('2026-11-29T01:09:59Z'))).toBe(false)
  expect(isBaseBackupDue(backup, 1, new Date('2026-11-29T01:10:00Z'))).toBe(true)
})
