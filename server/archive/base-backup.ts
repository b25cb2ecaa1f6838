/**
 * Writes and lists base backups: copies of a running cluster's files, from which a restore replays the archived
 * write-ahead log (WAL). PostgreSQL documents the method as "making a base backup using the low level API".
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { applicationPrefix } from '../database/connected-processes.ts'
import type { ArchiveStore } from './archive-store.ts'
import { compress } from './compression.ts'

/** A part of a file of the cluster: path in the cluster, offset in the file, and length, in bytes. */
type Piece = readonly [file: string, offset: number, length: number]

/** What a base backup consists of. It is written last, so a base backup with a manifest is complete. */
export type Manifest = {
  readonly version: 1
  readonly systemId: string
  readonly timeline: number
  readonly startedAt: string
  /** The earliest time that can be restored from this base backup. */
  readonly finishedAt: string
  readonly startSegment: string
  readonly stopSegment: string
  readonly backupLabel: string
  readonly folders: readonly string[]
  /** Uncompressed size in bytes. */
  readonly bytes: number
  readonly objects: readonly {
    readonly key: string
    /** SHA-256 of the compressed object, in hex. */
    readonly sha256: string
    readonly pieces: readonly Piece[]
  }[]
}

/** Uncompressed size of an object: it is held in memory while it is compressed and sent. */
const objectBytes = 32 * 1024 * 1024

/** Folders whose content belongs to the running server only. They are restored empty. */
const emptyFolders = new Set([
  'pg_wal',
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /(^|\/)(postmaster\.pid|postmaster\.opts|pg_internal\.init.*|pgsql_tmp[^/]*|backup_label|tablespace_map|.*\.tmp)$/
/** Copied last, so that it is the newest of all files. */
const controlFile = 'global/pg_control'

/** Returns the identifier that `initdb` gave a cluster: the first eight bytes of its control file. */
export const systemIdOf = (cluster: string): string =>
  fs.readFileSync(path.join(cluster, controlFile)).readBigUInt64LE(0).toString()

/** Returns the files and folders of a base backup of a cluster, as paths with `/`. */
function listCluster(cluster: string): { readonly files: string[]; readonly folders: string[] } {
  const files: string[] = []
  const folders: string[] = []
  const visit = (folder: string) => {
    // A folder of a database that is dropped meanwhile is gone, and replaying the WAL removes it again.
    for (const entry of readFolder(path.join(cluster, folder))) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (leftOut.test(name)) continue
      if (entry.isDirectory()) {
        folders.push(name)
        if (!emptyFolders.has(name)) visit(name)
      } else if (entry.isFile() && name !== controlFile) files.push(name)
    }
  }
  visit('')
  folders.push('pg_wal/archive_status')
  return { files: [...files, controlFile], folders }
}

function readFolder(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Packs pieces of files into objects and stores them; the next is filled while the last one is compressed and sent. */
function createPacker(store: ArchiveStore, id: string) {
  const objects: Manifest['objects'][number][] = []
  let parts: Buffer[] = []
  let pieces: Piece[] = []
  let size = 0
  let total = 0
  let sending: Promise<void> = Promise.resolve()
  const send = async (content: Buffer[], contentPieces: Piece[], key: string) => {
    const bytes = await compress(Buffer.concat(content))
    await store.put(key, bytes)
    objects.push({ key, sha256: createHash('sha256').update(bytes).digest('hex'), pieces: contentPieces })
  }
  const flush = async () => {
    await sending
    if (pieces.length === 0) return
    const key = `base/${id}/${String(objects.length + 1).padStart(6, '0')}.zst`
    sending = send(parts, pieces, key)
    // The error is thrown at the next flush; without this, Node would report it as unhandled before.
    sending.catch(() => undefined)
    parts = []
    pieces = []
    size = 0
  }
  return {
    add: async (file: string, offset: number, bytes: Buffer) => {
      parts.push(bytes)
      pieces.push([file, offset, bytes.length])
      size += bytes.length
      total += bytes.length
      if (size >= objectBytes) await flush()
    },
    end: async () => {
      await flush()
      await sending
      return { objects, bytes: total }
    },
  }
}

const readBytes = 8 * 1024 * 1024

/** Adds a file piece by piece. `buffer` is reused, because most of the thousands of files are small. */
async function addFile(
  packer: ReturnType<typeof createPacker>,
  { cluster, file, buffer }: { readonly cluster: string; readonly file: string; readonly buffer: Buffer },
): Promise<void> {
  let handle: fsPromises.FileHandle
  try {
    handle = await fsPromises.open(path.join(cluster, file))
  } catch (error) {
    // A table that was dropped or truncated meanwhile; replaying the WAL does the same.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    for (let offset = 0; ;) {
      const { bytesRead } = await handle.read({ buffer, position: offset })
      // An empty file is a piece, too, because PostgreSQL expects it to exist.
      if (bytesRead > 0 || offset === 0) await packer.add(file, offset, Buffer.from(buffer.subarray(0, bytesRead)))
      offset += bytesRead
      if (bytesRead < readBytes) return
    }
  } finally {
    await handle.close()
  }
}

/**
 * Writes a base backup of a running cluster. `waitForSegment` resolves when the archive has a WAL segment, without
 * which the copy of a moving cluster would be inconsistent. Donations continue meanwhile.
 */
export async function writeBaseBackup({
  ownerUrl,
  cluster,
  store,
  waitForSegment,
  signal,
}: {
  readonly ownerUrl: string
  readonly cluster: string
  readonly store: ArchiveStore
  /** Ends the base backup, which then stays incomplete and throws. */
  readonly signal: AbortSignal
  waitForSegment(name: string): Promise<void>
}): Promise<Manifest> {
  if (fs.readdirSync(path.join(cluster, 'pg_tblspc')).length > 0)
    throw new Error('the database has tablespaces, which a base backup of the embedded PostgreSQL doesn’t include')
  // The session must stay open from start to stop. Its name keeps another of our processes from stopping the server.
  const client = new pg.Client({ connectionString: ownerUrl, application_name: `${applicationPrefix}-base-backup` })
  client.on('error', () => undefined)
  await client.connect()
  signal.addEventListener('abort', () => void client.end())
  try {
    signal.throwIfAborted()
    const { rows: started } = await client.query<{ at: Date; timeline: number }>(
      'select clock_timestamp() as at, timeline_id as timeline from pg_control_checkpoint()',
    )
    const { at: startedAt, timeline } = one(started)
    await client.query("select pg_backup_start('sunbul', true)")
    const id = startedAt.toISOString().replace(/[-:]|\.\d+/g, '')
    const { files, folders } = listCluster(cluster)
    const packer = createPacker(store, id)
    const buffer = Buffer.allocUnsafe(readBytes)
    for (const file of files) {
      signal.throwIfAborted()
      await addFile(packer, { cluster, file, buffer })
    }
    const { objects, bytes } = await packer.end()
    const { rows: stopped } = await client.query<{ label: string; segment: string; at: Date }>(
      `
        select labelfile as label, pg_walfile_name(lsn) as segment, clock_timestamp() as at
        from pg_backup_stop(wait_for_archive => true)
      `,
    )
    const { label, segment: stopSegment, at: finishedAt } = one(stopped)
    await waitForSegment(stopSegment)
    const manifest: Manifest = {
      version: 1,
      systemId: systemIdOf(cluster),
      timeline,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      startSegment: /^START WAL LOCATION: .*\(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '',
      stopSegment,
      backupLabel: label,
      folders,
      bytes,
      objects,
    }
    await store.put(`base/${id}/manifest.json`, Buffer.from(JSON.stringify(manifest)))
    return manifest
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A complete base backup in an archive. */
export type BaseBackup = { readonly id: string; readonly manifest: Manifest }

/** Returns all complete base backups, the newest first. */
export async function listBaseBackups(store: ArchiveStore): Promise<BaseBackup[]> {
  const keys = (await store.list('base/')).map(({ key }) => key).filter((key) => key.endsWith('/manifest.json'))
  const backups = await Promise.all(
    keys.map(async (key) => {
      const bytes = await store.get(key)
      if (bytes === undefined) return []
      const manifest = JSON.parse(Buffer.from(bytes).toString('utf8')) as Manifest
      if (manifest.version !== 1) throw new Error(`${key} was written by a later version of Sunbul: use that version`)
      return [{ id: key.split('/')[1] ?? '', manifest }]
    }),
  )
  return backups.flat().toSorted((a, b) => b.manifest.finishedAt.localeCompare(a.manifest.finishedAt))
}
