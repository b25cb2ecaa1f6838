import { hourMs } from '#shared/time.ts'

/** A due, unclaimed donation of one subscription, earliest first; retries are not included. */
export type DueDonation = { readonly key: string; readonly dueAt: Date }

export type CatchUp = {
  /** Collected now, in one charge with one line each. */
  readonly collect: readonly string[]
  /** Too late to collect without asking: the donor is notified and can make up for these. */
  readonly skip: readonly string[]
}

/** Outages up to this long are caught up without asking (recurring-6). */
export const outageMs = 48 * hourMs
/** A donation up to this late is still on time. */
export const onTimeMs = hourMs

/**
 * Decides what happens to donations missed in an outage (recurring-6). Up to 48 hours late, all are collected together;
 * after a longer outage the missed ones are skipped, and what is due now is collected as usual.
 */
export function catchUp(due: readonly DueDonation[], now: Date): CatchUp {
  const lateMs = ({ dueAt }: DueDonation) => now.getTime() - dueAt.getTime()
  const passed = due.filter((dueOccurrence) => lateMs(dueOccurrence) >= 0)
  const longest = Math.max(0, ...passed.map(lateMs))
  const isCollected = (dueOccurrence: DueDonation) => longest <= outageMs || lateMs(dueOccurrence) <= onTimeMs
  return {
    collect: passed.filter(isCollected).map(({ key }) => key),
    skip: passed.filter((dueOccurrence) => !isCollected(dueOccurrence)).map(({ key }) => key),
  }
}
