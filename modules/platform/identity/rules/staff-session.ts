import { minuteMs } from '#shared/time.ts'

/** Staff sessions end after this time without a request (accounts-1, security-1). */
export const staffIdleMs = 15 * minuteMs
/** Staff are warned after this time. It leaves a minute for an earlier last use, which is written at most once a minute. */
const warnAfterMs = 13 * minuteMs

export type StaffSession = 'active' | 'ending' | 'ended'

/** Returns the state of a staff session after a time without a request, in milliseconds. */
export function staffSessionAfter(idleMs: number): StaffSession {
  if (idleMs >= staffIdleMs) return 'ended'
  return idleMs >= warnAfterMs ? 'ending' : 'active'
}
