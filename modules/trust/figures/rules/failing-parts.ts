import { hourMs, minuteMs } from '#shared/time.ts'

/** Parts of the installation that can fail, in the order of the harm that they do. */
export const partNames = [
  'ledger',
  'ledger-check',
  'charging',
  'events',
  'late-events',
  'late-donations',
  'jobs',
  'late-mails',
] as const
export type PartName = (typeof partNames)[number]

/** What the database knows about each part. */
export type PartMeasures = {
  /** Findings of the last run of all ledger checks, and the oldest of these runs; null before the first one. */
  readonly breaches: number
  readonly checkedAt: Date | null
  /** When the kill switch stopped the charging of subscriptions; null while they are charged. */
  readonly chargingStoppedAt: Date | null
  /** Outbox events that failed at every attempt. */
  readonly failedEvents: number
  /** The oldest outbox event that still waits. */
  readonly oldestEventAt: Date | null
  /** The due time of the occurrence that waits the longest. */
  readonly oldestDueAt: Date | null
  /** Jobs without a further attempt. */
  readonly abandonedJobs: number
  /** The oldest mail that hasn't been tried although it is due. */
  readonly oldestMailAt: Date | null
}

export type FailingPart = {
  readonly part: PartName
  /** The number of things that failed; null where only the time counts. */
  readonly count: number | null
  /** Since when; null where only the number counts. */
  readonly since: Date | null
}

const eventLateMs = 10 * minuteMs
const donationLateMs = hourMs
const mailLateMs = 15 * minuteMs
/** The ledger is checked every hour. */
const checkLateMs = 2 * hourMs

/** Returns the parts that need attention, the most harmful first (security-19). */
export function findFailingParts(measures: PartMeasures, now: Date): FailingPart[] {
  const counted = (part: PartName, count: number): FailingPart[] => (count > 0 ? [{ part, count, since: null }] : [])
  const late = (part: PartName, since: Date | null, limitMs: number): FailingPart[] =>
    since && now.getTime() - since.getTime() > limitMs ? [{ part, count: null, since }] : []
  return [
    ...counted('ledger', measures.breaches),
    ...late('ledger-check', measures.checkedAt, checkLateMs),
    ...late('charging', measures.chargingStoppedAt, -1),
    ...counted('events', measures.failedEvents),
    ...late('late-events', measures.oldestEventAt, eventLateMs),
    // While charging is stopped, late donations are a consequence and not another fault.
    ...(measures.chargingStoppedAt ? [] : late('late-donations', measures.oldestDueAt, donationLateMs)),
    ...counted('jobs', measures.abandonedJobs),
    ...late('late-mails', measures.oldestMailAt, mailLateMs),
  ]
}
