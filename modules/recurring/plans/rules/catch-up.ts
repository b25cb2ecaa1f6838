import { hourMs } from '#shared/time.ts'

/**
 * What is due of one subscription and was not claimed yet, earliest first; what waits for another try is not among it.
 */
export type Due = { readonly key: string; readonly dueAt: Date }

export type CatchUp = {
  /** Collected now, in one charge with a line each. */
  readonly collect: readonly string[]
  /** Too late to be taken without asking: the donor is told and may make them up. */
  readonly skip: readonly string[]
}

/** As long as that an outage of ours is made good without asking (recurring-6). */
export const outageMs = 48 * hourMs
/** No later than that a gift is still on time. */
export const onTimeMs = hourMs

/**
 * What becomes of gifts whose time passed while we were away (recurring-6). Up to 48 hours late,
 * all are collected together; after a longer outage those that were missed are left out, and what is due just now is
 * given as ever.
 */
export function catchUp(due: readonly Due[], now: Date): CatchUp {
  const lateMs = ({ dueAt }: Due) => now.getTime() - dueAt.getTime()
  const passed = due.filter((each) => lateMs(each) >= 0)
  const longest = Math.max(0, ...passed.map(lateMs))
  const isCollected = (each: Due) => longest <= outageMs || lateMs(each) <= onTimeMs
  return {
    collect: passed.filter(isCollected).map(({ key }) => key),
    skip: passed.filter((each) => !isCollected(each)).map(({ key }) => key),
  }
}
