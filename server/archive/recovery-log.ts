/** How far PostgreSQL replayed the WAL. */
export type RecoveryEnd = {
  readonly isReached: boolean
  /** Commit of the last restored transaction, as PostgreSQL logs it (UTC). */
  readonly lastTransaction: string | undefined
  /** The last lines of the log. */
  readonly lines: string
}

/** Reads PostgreSQL's log of a recovery. */
export function readRecoveryEnd(log: string): Omit<RecoveryEnd, 'isReached'> {
  const times = [...log.matchAll(/last completed transaction was at log time (.+)$/gm)].map(([, time]) => time)
  return { lastTransaction: times.at(-1), lines: log.trim().split('\n').slice(-5).join('\n') }
}
