/** Keeps the archive of the embedded PostgreSQL complete: segments at once, a base backup each night, nothing expired. */
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import type { Log } from '#shared/ports.ts'
import { dayMs, hourMs, minuteMs } from '#shared/time.ts'
import { spoolOf } from '../database/archive-settings.ts'
import { applicationPrefix } from '../database/connected-processes.ts'
import { recordBaseBackup } from './archive-status.ts'
import type { ArchiveStore } from './archive-store.ts'
import { listBaseBackups, type Manifest, systemIdOf, writeBaseBackup } from './base-backup.ts'
import { assertSameCluster, removeExpired, shipSegments } from './ship-segments.ts'
import { isBaseBackupDue } from './wal-names.ts'

/** Lock of the one process that writes to the archive, of several workers on this machine. */
const archiverLock = 712_462

const intervalMs = 1000
/** A problem that lasts is logged again after this time. */
const logAgainMs = 10 * minuteMs
/** Pause after a base backup that failed. */
const retryBaseMs = 10 * minuteMs

export type Archiver = {
  stop(): Promise<void>
  /** After PostgreSQL has stopped, which completes its last segment: sends this segment, if the archive can be reached. */
  shipLast(): Promise<void>
}

type Options = {
  readonly store: ArchiveStore
  readonly dataDir: string
  readonly ownerUrl: string
  /** Days for which each time can be restored. */
  readonly days: number
  readonly log: Log
  readonly clock: () => Date
}

/** Starts the archiver of this process. Of several processes, one archives and the others wait to take over. */
export function startArchiver(options: Options): Archiver {
  const { store, log, clock } = options
  const archive = createArchive(options)
  let isStopping = false
  let loggedAt = Number.NEGATIVE_INFINITY
  const step = async () => {
    try {
      await archive.step()
      if (loggedAt > 0) log.info({ archive: store.name }, 'the archive is complete again')
      loggedAt = Number.NEGATIVE_INFINITY
    } catch (error) {
      if (clock().getTime() - loggedAt < logAgainMs) return
      loggedAt = clock().getTime()
      log.error({ error, archive: store.name }, 'the archive can’t be written; segments wait on this disk')
    }
  }
  const loop = (async () => {
    while (!isStopping) {
      await step()
      await sleep(intervalMs)
    }
  })()
  return {
    stop: async () => {
      isStopping = true
      await loop
      await archive.end()
    },
    shipLast: () => archive.shipLast(),
  }
}

/** One archiving process: `step` does what is due now. */
function createArchive({ store, dataDir, ownerUrl, days, log, clock }: Options) {
  const cluster = path.join(dataDir, 'pgdata')
  const spool = spoolOf(dataDir)
  let client: pg.Client | undefined
  let timeline = 0
  let newest: Manifest | undefined
  let baseBackup: Promise<void> | undefined
  const ending = new AbortController()
  let nextBaseAt = 0
  let nextRemovalAt = 0

  /** Returns whether this process is the archiving one. The lock ends with its connection. */
  const acquireLock = async (): Promise<boolean> => {
    if (client) return true
    const candidate = new pg.Client({ connectionString: ownerUrl, application_name: `${applicationPrefix}-archiver` })
    candidate.on('error', () => (client = undefined))
    await candidate.connect()
    const { rows } = await candidate.query<{ mine: boolean; timeline: number; mode: string }>(
      `
        select pg_try_advisory_lock($1) as mine, timeline_id as timeline, current_setting('archive_mode') as mode
        from pg_control_checkpoint()
      `,
      [archiverLock],
    )
    const row = one(rows)
    if (!row.mine) {
      await candidate.end()
      return false
    }
    client = candidate
    if (row.mode !== 'on')
      throw await release('PostgreSQL runs without ARCHIVE: stop all processes, so that it stops, and start them again')
    timeline = row.timeline
    try {
      await assertSameCluster(store, systemIdOf(cluster))
      newest = (await listBaseBackups(store))[0]?.manifest
      if (newest) recordBaseBackup(dataDir, newest.startedAt)
    } catch (error) {
      await release('')
      throw error
    }
    return true
  }
  const release = async (problem: string): Promise<Error> => {
    const lost = client
    client = undefined
    await lost?.end().catch(() => undefined)
    return new Error(problem)
  }

  const writeBase = async () => {
    try {
      newest = await writeBaseBackup({
        ownerUrl,
        cluster,
        store,
        signal: ending.signal,
        waitForSegment: async (name) => {
          while (fs.existsSync(path.join(spool, name))) {
            ending.signal.throwIfAborted()
            await sleep(intervalMs)
          }
        },
      })
      recordBaseBackup(dataDir, newest.startedAt)
      log.info({ archive: store.name, bytes: newest.bytes }, 'a base backup was written')
    } catch (error) {
      nextBaseAt = clock().getTime() + retryBaseMs
      if (!ending.signal.aborted) log.error({ error, archive: store.name }, 'a base backup failed and will be repeated')
    } finally {
      baseBackup = undefined
    }
  }

  return {
    step: async () => {
      if (!(await acquireLock())) return
      await shipSegments(store, spool, timeline)
      const now = clock()
      const last = newest && { startedAt: new Date(newest.startedAt), timeline: newest.timeline }
      if (!baseBackup && now.getTime() >= nextBaseAt && isBaseBackupDue(last, timeline, now)) baseBackup = writeBase()
      if (now.getTime() < nextRemovalAt || baseBackup) return
      nextRemovalAt = now.getTime() + hourMs
      const removed = await removeExpired(store, new Date(now.getTime() - days * dayMs), now)
      if (removed > 0) log.info({ removed, archive: store.name }, 'expired files were removed from the archive')
    },
    shipLast: async () => {
      // Without a timeline, this process has never archived; another one does.
      if (timeline > 0) await shipSegments(store, spool, timeline).catch(() => 0)
    },
    end: async () => {
      ending.abort()
      await Promise.race([baseBackup, sleep(5000)])
      await client?.end().catch(() => undefined)
    },
  }
}
