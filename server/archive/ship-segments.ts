/** Sends complete WAL segments from the spool to the archive, and removes what the archive no longer needs. */
import fs from 'node:fs'
import path from 'node:path'
import { hourMs } from '#shared/time.ts'
import type { ArchiveStore } from './archive-store.ts'
import { listBaseBackups } from './base-backup.ts'
import { compress, decompress } from './compression.ts'
import { isHistory, isSegment, positionOf, timelineOf, selectRetained } from './wal-names.ts'

/** Returns the key of a segment or history file in an archive. */
export const keyOf = (name: string): string => `wal/${name}.zst`

/** Returns the segments and histories in the spool, the oldest first. */
export const listSpool = (spool: string): string[] =>
  fs.existsSync(spool)
    ? fs
        .readdirSync(spool)
        .filter((name) => isSegment(name) || isHistory(name))
        .sort()
    : []

/**
 * Sends all segments of the spool and removes each from it once the archive has it. An archived segment is never
 * replaced: after a restore PostgreSQL may hand over segments of an earlier timeline again, and the archive's stay.
 * Throws if the archive can't be reached, or has another segment of this timeline under the same name.
 */
export async function shipSegments(store: ArchiveStore, spool: string, timeline: number): Promise<number> {
  const names = listSpool(spool)
  for (const name of names) {
    const file = path.join(spool, name)
    const content = fs.readFileSync(file)
    const archived = await store.get(keyOf(name))
    if (archived === undefined) await store.put(keyOf(name), await compress(content))
    else if (timelineOf(name) >= timeline && !content.equals(await decompress(archived)))
      throw new Error(
        `${store.name} has another ${name}: a second database, such as a restored copy, archives there. Give each its own ARCHIVE`,
      )
    fs.rmSync(file)
  }
  return names.length
}

const clusterKey = 'cluster.json'

/**
 * Throws if an archive belongs to another cluster, because two can't share one; an empty archive is marked as this
 * cluster's.
 */
export async function assertSameCluster(store: ArchiveStore, systemId: string): Promise<void> {
  const stored = await store.get(clusterKey)
  if (stored === undefined) return store.put(clusterKey, Buffer.from(JSON.stringify({ systemId })))
  if ((JSON.parse(Buffer.from(stored).toString('utf8')) as { systemId: string }).systemId !== systemId)
    throw new Error(
      `${store.name} is the archive of another database. Set ARCHIVE to an empty folder or another prefix, and keep the old one until you no longer need it`,
    )
}

/** An upload that was interrupted isn't continued after this time. */
const abandonedAfterMs = 48 * hourMs

/**
 * Removes what isn't needed to restore each time from `since` on (`ARCHIVE_DAYS`), and base backups that were begun more
 * than two days before `now` and never completed. Returns the number of removed objects.
 */
export async function removeExpired(store: ArchiveStore, since: Date, now: Date): Promise<number> {
  const backups = await listBaseBackups(store)
  const retained = selectRetained(
    backups.map(({ id, manifest }) => ({
      id,
      finishedAt: new Date(manifest.finishedAt),
      startSegment: manifest.startSegment,
    })),
    since,
  )
  const complete = new Set(backups.map(({ id }) => id))
  const objects = (await store.list('base/')).filter(({ key, storedAt }) => {
    const id = key.split('/')[1] ?? ''
    if (retained.backups.has(id)) return false
    return complete.has(id) || now.getTime() - storedAt.getTime() > abandonedAfterMs
  })
  const segments = (await store.list('wal/')).filter(({ key }) => {
    const name = key.slice('wal/'.length, -'.zst'.length)
    return isSegment(name) && positionOf(name) < retained.fromPosition
  })
  // The manifest first, so that an interrupted removal leaves no base backup that seems complete.
  const keys = [...objects, ...segments].map(({ key }) => key)
  const isManifest = (key: string) => key.endsWith('/manifest.json')
  for (const key of [...keys.filter(isManifest), ...keys.filter((key) => !isManifest(key))]) await store.remove(key)
  return keys.length
}
