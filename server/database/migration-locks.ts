/** A table that a migration locks, and for how long. */
export type MigrationLock = { readonly table: string; readonly duration: string }

/** The first migration whose comment must say what it locks. */
export const firstWithLocks = '0060'

/**
 * Parses the comment `-- Locks: giving.donation (writes, a moment), ledger.entry (writes, seconds per million rows)` of
 * a migration, or `-- Locks: none`. Returns undefined without a valid one.
 */
export function parseLocks(sql: string): MigrationLock[] | undefined {
  const comment = /^-- Locks: (.+)$/m.exec(sql)?.[1]?.trim().replace(/\.$/, '')
  if (comment === undefined) return undefined
  if (comment === 'none') return []
  const parts = [...comment.matchAll(/([a-z_]+\.[a-z_]+) \(([^)]+)\)(?:, |$)/gy)]
  const isComplete = parts.reduce((length, [part]) => length + part.length, 0) === comment.length
  return isComplete ? parts.map(([, table = '', duration = '']) => ({ table, duration })) : undefined
}
