/** How far the archive is behind, from files of this machine, so that every process and a stopped worker can tell. */
import fs from 'node:fs'
import path from 'node:path'
import { secondMs } from '#shared/time.ts'
import { spoolOf } from '../database/archive-settings.ts'
import { listSpool } from './ship-segments.ts'

/** Ages in seconds. */
export type ArchiveStatus = {
  /** Age of the oldest complete WAL segment that isn't in the archive; 0 if there is none. */
  readonly waiting: number
  /** Time since the newest base backup began; infinite if there is none. */
  readonly baseBackup: number
}

const statusFile = (dataDir: string): string => path.join(dataDir, 'archive-status.json')

/** Records the newest base backup of the archive. */
export function recordBaseBackup(dataDir: string, startedAt: string): void {
  const draft = `${statusFile(dataDir)}.${process.pid}`
  fs.writeFileSync(draft, JSON.stringify({ startedAt }))
  fs.renameSync(draft, statusFile(dataDir))
}

/** Returns how far the archive of an embedded PostgreSQL is behind `now`. */
export function readArchiveStatus(dataDir: string, now: Date): ArchiveStatus {
  const spool = spoolOf(dataDir)
  // PostgreSQL marks each segment that it hasn't handed over yet.
  const marks = path.join(dataDir, 'pgdata/pg_wal/archive_status')
  const waiting = [
    ...listSpool(spool).map((name) => path.join(spool, name)),
    ...namesIn(marks)
      .filter((name) => name.endsWith('.ready'))
      .map((name) => path.join(marks, name)),
  ]
  const ages = waiting.flatMap((file) => {
    const stored = fs.statSync(file, { throwIfNoEntry: false })
    return stored ? [now.getTime() - stored.mtimeMs] : []
  })
  return {
    waiting: Math.max(0, ...ages) / secondMs,
    baseBackup: (now.getTime() - readBaseBackup(dataDir)) / secondMs,
  }
}

const namesIn = (folder: string): string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : [])

/** Returns the time of the newest base backup in milliseconds since 1970, or minus infinity. */
function readBaseBackup(dataDir: string): number {
  try {
    const { startedAt } = JSON.parse(fs.readFileSync(statusFile(dataDir), 'utf8')) as { startedAt: string }
    return Date.parse(startedAt)
  } catch {
    return Number.NEGATIVE_INFINITY
  }
}
