/**
 * Copies uploaded pictures and evidence files into a backup and back into their folder. The operator copies files in a
 * bucket.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { mediaServer } from '#modules/platform/media/index-server.ts'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import { isFileKey } from '../adapters/files.ts'

export type FileLine = { readonly file: string; readonly sha256: string; readonly base64: string }

/** The file of one picture that a row of the snapshot names. */
export type SnapshotPicture =
  | { readonly kind: 'there'; readonly line: FileLine }
  /**
   * The picture isn't used and has no file: it was removed during the backup or is about to be. Its row is left out.
   */
  | { readonly kind: 'going'; readonly id: string }
  /** The picture is used, and its file is missing or truncated. */
  | { readonly kind: 'lost'; readonly key: string }

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Yields each picture of the snapshot that `client` has open. A file is written before its row, so every row of the
 * snapshot has its file.
 */
export async function* picturesOf(client: pg.Client, folder: string): AsyncGenerator<SnapshotPicture, undefined> {
  await client.query(`declare pictures no scroll cursor for select id, bytes, used_at is not null as "isUsed", null as kind from media.picture
    union all select id, bytes, true, kind from moderation.evidence
    union all select id, bytes, true, file_kind from organizations.document
    union all select id, bytes, true, 'pdf' from organizations.report order by id`)
  for (;;) {
    const { rows } = await client.query<{ id: string; bytes: number; isUsed: boolean; kind: PrivateKind | null }>(
      'fetch 500 from pictures',
    )
    if (rows.length === 0) break
    for (const { id, bytes: length, isUsed, kind } of rows) {
      const key = kind === null ? mediaServer.pictureKey(id) : mediaServer.privateFileKey(id, kind)
      const bytes = await readIfThere(path.join(folder, key))
      if (bytes) yield { kind: 'there', line: { file: key, sha256: hashOf(bytes), base64: bytes.toString('base64') } }
      if (!bytes && !isUsed) yield { kind: 'going', id }
      if (isUsed && bytes?.length !== length) yield { kind: 'lost', key }
    }
  }
  await client.query('close pictures')
}

/**
 * Stages the files of a backup next to the existing ones; nothing in the folder changes until `place` moves them there.
 * The files stay even if the rows aren't committed afterwards: no row names them, and the result of an interrupted
 * commit can't be known.
 */
export async function stagePictures(folder: string) {
  const staging = path.join(folder, '.restoring')
  await fs.rm(staging, { recursive: true, force: true })
  const hashes = new Map<string, string>()
  const listExisting = async (): Promise<string[]> =>
    (await filesUnder(folder)).filter((name) => !name.startsWith('.restoring/'))
  return {
    add: async ({ file, sha256, base64 }: FileLine): Promise<void> => {
      const bytes = Buffer.from(base64, 'base64')
      if (!isFileKey(file)) throw new Error(`the backup has a file with the invalid name ${file}`)
      if (hashOf(bytes) !== sha256) throw new Error(`the backup's ${file} is damaged`)
      const filePath = path.join(staging, file)
      await fs.mkdir(path.dirname(filePath), { recursive: true })
      await fs.writeFile(filePath, bytes, { mode: 0o640, flush: true })
      hashes.set(file, sha256)
    },
    /** Lists files that the backup doesn't contain, or contains with other content. */
    listOthers: async (): Promise<string[]> => {
      const others: string[] = []
      for (const name of await listExisting()) {
        const bytes = hashes.has(name) ? await readIfThere(path.join(folder, name)) : undefined
        if (!bytes || hashOf(bytes) !== hashes.get(name)) others.push(name)
      }
      return others
    },
    /** Moves the files into place. Runs before the rows that name them are committed. */
    moveIntoPlace: async (): Promise<void> => {
      for (const name of hashes.keys()) {
        await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await fs.rename(path.join(staging, name), path.join(folder, name))
      }
      for (const name of new Set([...hashes.keys()].map((key) => path.dirname(key))))
        await flushFolder(path.join(folder, name))
    },
    /** Removes files that the backup doesn't contain. Runs after the rows are committed. */
    removeOthers: async (): Promise<void> => {
      for (const name of await listExisting())
        if (!hashes.has(name)) await fs.rm(path.join(folder, name), { force: true })
    },
    clear: (): Promise<void> => fs.rm(staging, { recursive: true, force: true }),
    count: (): number => hashes.size,
  }
}

async function readIfThere(filePath: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(filePath)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the names of files as keys, with slashes. */
async function filesUnder(folder: string): Promise<string[]> {
  try {
    const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** Flushes a folder, so that renames in it survive a power cut. Windows doesn't need this and can't open a folder. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder)
  await handle.sync()
  await handle.close()
}
