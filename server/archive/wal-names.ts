/** Names of PostgreSQL's write-ahead log (WAL) segments, and which of them a restore needs or an archive may remove. */

import { dayMs, minuteMs } from '#shared/time.ts'

/** Segments of 16 MB (the default) per 4 GB log file, the middle part of a name. */
const segmentsPerLog = 256

const segmentName = /^[0-9A-F]{24}$/
const historyName = /^[0-9A-F]{8}\.history$/

/** Whether a file is a complete WAL segment, such as `00000001000000000000002A`. */
export const isSegment = (name: string): boolean => segmentName.test(name)

/** Whether a file is the history of a timeline, such as `00000002.history`. */
export const isHistory = (name: string): boolean => historyName.test(name)

/** Returns the timeline of a segment or history file; the first cluster has 1, and each restore adds 1. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

/** Returns the position of a segment in the WAL, which all timelines share. */
export const positionOf = (name: string): number =>
  Number.parseInt(name.slice(8, 16), 16) * segmentsPerLog + Number.parseInt(name.slice(16, 24), 16)

/** The segments that a restore replays from `first` on, and the position of the first missing one if later ones exist. */
export type SegmentRun<Segment> = { readonly run: readonly Segment[]; readonly gap: number | undefined }

/**
 * Returns all segments from the position of `first` until the first missing position. At a position where a restore
 * began a timeline there are two segments, and both belong to the run.
 */
export function contiguousFrom<Segment extends { readonly name: string }>(
  segments: readonly Segment[],
  first: string,
): SegmentRun<Segment> {
  const sorted = segments
    .filter(({ name }) => positionOf(name) >= positionOf(first))
    .toSorted((a, b) => positionOf(a.name) - positionOf(b.name) || timelineOf(a.name) - timelineOf(b.name))
  let expected = positionOf(first)
  for (const [index, { name }] of sorted.entries()) {
    const position = positionOf(name)
    if (position > expected) return { run: sorted.slice(0, index), gap: expected }
    expected = position + 1
  }
  return { run: sorted, gap: undefined }
}

/** A complete base backup, as far as its removal depends on it. */
export type DatedBackup = { readonly id: string; readonly finishedAt: Date; readonly startSegment: string }

/**
 * Returns what an archive still needs so that each time from `since` on can be restored: the base backups from then on
 * and the newest one before, and the segments from the first of them on. Without a base backup, everything stays.
 */
export function selectRetained(
  backups: readonly DatedBackup[],
  since: Date,
): { readonly backups: ReadonlySet<string>; readonly fromPosition: number } {
  const before = backups
    .filter(({ finishedAt }) => finishedAt <= since)
    .toSorted((a, b) => b.finishedAt.getTime() - a.finishedAt.getTime())
    .slice(0, 1)
  const retained = [...before, ...backups.filter(({ finishedAt }) => finishedAt > since)]
  const positions = retained.map(({ startSegment }) => positionOf(startSegment))
  return {
    backups: new Set(retained.map(({ id }) => id)),
    fromPosition: positions.length === 0 ? 0 : Math.min(...positions),
  }
}

/** Minute of the day at which a base backup is due, in UTC. */
const nightMinute = 70

/**
 * Whether a base backup is due: there is none on this timeline, or the newest one started before the last night's hour
 * (01:10 UTC).
 */
export function isBaseBackupDue(
  newest: { readonly startedAt: Date; readonly timeline: number } | undefined,
  timeline: number,
  now: Date,
): boolean {
  if (newest === undefined || newest.timeline !== timeline) return true
  const offset = nightMinute * minuteMs
  const lastNight = Math.floor((now.getTime() - offset) / dayMs) * dayMs + offset
  return newest.startedAt.getTime() < lastNight
}
