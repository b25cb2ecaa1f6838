import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { one } from '#shared/collections.ts'
import { hourMs, minuteMs, secondMs } from '#shared/time.ts'
import { openArchive } from '../archive/archive-store.ts'
import { type ArchiveStatus, readArchiveStatus } from '../archive/archive-status.ts'
import type { Config } from '../config/config.ts'
import { describeError } from '../ops/describe-error.ts'

const maxWaiting = (10 * minuteMs) / secondMs
const maxBaseBackupAge = (26 * hourMs) / secondMs

/** Returns why a restore from the archive wouldn't bring back the last minute, or undefined. */
export async function findArchiveProblem(config: Config, client: pg.Client): Promise<string | undefined> {
  const store = openArchive(config)
  if (!store) return undefined
  const key = `doctor/${randomUUID()}.txt`
  try {
    await store.put(key, Buffer.from('Written by npm run sunbul -- doctor'))
    await store.remove(key)
  } catch (error) {
    return `can’t write to ${store.name} (${describeError(error)}): segments wait on this disk until it is full`
  }
  const { rows } = await client.query<{ mode: string }>("select current_setting('archive_mode') as mode")
  if (one(rows).mode !== 'on')
    return 'PostgreSQL has run since before ARCHIVE was set: stop all processes, so that it stops, and start them again'
  return describeLag(readArchiveStatus(config.DATA_DIR, new Date()))
}

/** Returns what is wrong with an archive that is this far behind, or undefined. */
export function describeLag({ waiting, baseBackup }: ArchiveStatus): string | undefined {
  if (waiting > maxWaiting)
    return `segments have waited for ${Math.round(waiting / 60)} minutes: does a worker run? Its log has “the archive can’t be written”`
  if (baseBackup === Infinity) return 'there is no base backup yet: a worker writes it within minutes of its start'
  if (baseBackup > maxBaseBackupAge)
    return `the newest base backup is ${Math.round(baseBackup / 3600)} hours old: the worker’s log has “a base backup failed”`
  return undefined
}
