/**
 * The pictures people uploaded, and their evidence, on their way into a backup and back to their folder. In a bucket
 * they are the operator's own to copy.
 */
import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { mediaServer } from '#modules/platform/media/index-server.ts'
import type { PrivateKind } from '#modules/platform/media/index.ts'
import { isFileKey } from '../adapters/files.ts'

export type FileLine = { readonly file: string; readonly sha256: string; readonly base64: string }

/** What was found of the pictures that the snapshot's rows name. */
export type Found =
  | { readonly kind: 'there'; readonly line: FileLine }
  /**
   * Nothing shows it and it has no file: it was taken away while the backup ran, or is about to be. Its row stays out.
   */
  | { readonly kind: 'going'; readonly id: string }
  /** Something shows it, and its file is missing or cut. */
  | { readonly kind: 'lost'; readonly key: string }

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Each picture of the snapshot that `client` has open. A file is there before its row, so none of them can be too new
 * to be found.
 */
export async function* picturesOf(client: pg.Client, folder: string): AsyncGenerator<Found, undefined> {
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
      const key = kind === null ? mediaServer.pictureKey(id) : mediaServer.privateKey(id, kind)
      const bytes = await readIfThere(path.join(folder, key))
      if (bytes) yield { kind: 'there', line: { file: key, sha256: hashOf(bytes), base64: bytes.toString('base64') } }
      if (!bytes && !isUsed) yield { kind: 'going', id }
      if (isUsed && bytes?.length !== length) yield { kind: 'lost', key }
    }
  }
  await client.query('close pictures')
}

/**
 * Files of a backup beside those that are there, until `place` moves them in. Nothing of the folder changes before.
 * Should the rows not be committed after that, the files stay: no row names them, and whether a commit went through
 * cannot be known of one that was cut off.
 */
export async function stagePictures(folder: string) {
  const staging = path.join(folder, '.restoring')
  await fs.rm(staging, { recursive: true, force: true })
  const hashes = new Map<string, string>()
  const there = async (): Promise<string[]> =>
    (await filesUnder(folder)).filter((name) => !name.startsWith('.restoring/'))
  return {
    add: async ({ file, sha256, base64 }: FileLine): Promise<void> => {
      const bytes = Buffer.from(base64, 'base64')
      if (!isFileKey(file)) throw new Error(`the backup has a file ${file}, which is no name of ours`)
      if (hashOf(bytes) !== sha256) throw new Error(`the backup's ${file} is damaged`)
      const place = path.join(staging, file)
      await fs.mkdir(path.dirname(place), { recursive: true })
      await fs.writeFile(place, bytes, { mode: 0o640, flush: true })
      hashes.set(file, sha256)
    },
    /** Files that are not the backup's, or not the same as there. */
    others: async (): Promise<string[]> => {
      const others: string[] = []
      for (const name of await there()) {
        const bytes = hashes.has(name) ? await readIfThere(path.join(folder, name)) : undefined
        if (!bytes || hashOf(bytes) !== hashes.get(name)) others.push(name)
      }
      return others
    },
    /** Before the rows that name them are committed. */
    place: async (): Promise<void> => {
      for (const name of hashes.keys()) {
        await fs.mkdir(path.dirname(path.join(folder, name)), { recursive: true })
        await fs.rename(path.join(staging, name), path.join(folder, name))
      }
      for (const name of new Set([...hashes.keys()].map((key) => path.dirname(key))))
        await flushFolder(path.join(folder, name))
    },
    /** After the rows were committed: what they do not name goes. */
    removeOthers: async (): Promise<void> => {
      for (const name of await there()) if (!hashes.has(name)) await fs.rm(path.join(folder, name), { force: true })
    },
    clear: (): Promise<void> => fs.rm(staging, { recursive: true, force: true }),
    count: (): number => hashes.size,
  }
}

async function readIfThere(place: string): Promise<Buffer | undefined> {
  try {
    return await fs.readFile(place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Names as keys have them, with slashes. */
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

/**
 * A moved file survives a power cut once its folder is on the disk; Windows neither needs that nor lets a folder be
 * opened.
 */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await fs.open(folder)
  await handle.sync()
  await handle.close()
}
