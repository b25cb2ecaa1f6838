/**
 * Writes one consistent snapshot of every table, and of the pictures it names, to a file. The keys that encrypt fields
 * (FIELD_KEY) are not in it.
 */
import { one } from '#shared/collections.ts'
import { once } from 'node:events'
import fs from 'node:fs'
import { finished, pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { type BackupLine, backupVersion } from './backup-lines.ts'
import { picturesOf } from './backup-pictures.ts'
import { tablesInOrder } from './backup-tables.ts'
import { type AppliedMigration, findVersionProblem } from './migrate.ts'
import { findDirectUrlProblem } from './pooler.ts'

/** Lock of a backup: two that run at once would write over each other's file. */
const backupLock = 712_461

const batch = 2000

export type BackedUp = {
  readonly rows: number
  readonly pictures: number
  /** Pictures that are used although their file was already missing or truncated. */
  readonly missing: readonly string[]
}

/**
 * Writes a backup; the file gets its final name only when it is complete, and never replaces another. `folder` is the folder of uploads; undefined
 * if they are in a bucket. Pictures are read after the snapshot is taken: each row had its file then, and the row of
 * one that is removed meanwhile is left out.
 */
export async function backUp({
  ownerUrl,
  file,
  folder,
}: {
  readonly ownerUrl: string
  readonly file: string
  readonly folder: string | undefined
}): Promise<BackedUp> {
  if (fs.existsSync(file)) throw new Error(existsProblem(file))
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const problem = (await findDirectUrlProblem(client, ownerUrl)) ?? (await findVersionProblem(client))
  if (problem) {
    await client.end()
    throw new Error(problem)
  }
  const { rows: request } = await client.query<{ mine: boolean }>(
    'select pg_try_advisory_lock($1, hashtext($2)) as mine',
    [backupLock, file],
  )
  if (!one(request).mine) {
    await client.end()
    throw new Error(`${file} is being written by another backup`)
  }
  const draft = `${file}.part`
  const zip = createGzip()
  const target = fs.createWriteStream(draft, { mode: 0o600, flush: true })
  const written = pipeline(zip, target)
  written.catch(() => zip.destroy())
  const write = async (line: BackupLine) => {
    // A stream that can't be written to (no such folder, disk full) never emits `drain`.
    if (!zip.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(zip, 'drain'), written])
  }
  let rows = 0
  let pictures = 0
  const removedIds: string[] = []
  const missing: string[] = []
  try {
    await client.query("set search_path = ''; begin isolation level repeatable read read only")
    const { rows: applied } = await client.query<AppliedMigration & { at: Date }>(
      'select name, sha256, now() as at from public.schema_migration order by name',
    )
    await write({
      sunbul: 'backup',
      version: backupVersion,
      at: one(applied).at.toISOString(),
      migrations: applied.map(({ name, sha256 }) => ({ name, sha256 })),
      pictures: folder === undefined ? 'bucket' : 'here',
    })
    if (folder !== undefined)
      for await (const found of picturesOf(client, folder)) {
        if (found.kind === 'going') removedIds.push(found.id)
        if (found.kind === 'lost') missing.push(found.key)
        if (found.kind !== 'there') continue
        await write(found.line)
        pictures += 1
      }
    for (const table of await tablesInOrder(client)) {
      const exclusion =
        table === 'media.picture' && removedIds.length > 0
          ? `where id not in (${removedIds.map((id) => `'${id}'`).join(', ')})`
          : ''
      // Rows stay text throughout, so that no number is converted to a double.
      await client.query(
        `declare rows no scroll cursor for select to_jsonb(t)::text as row from ${table} t ${exclusion}`,
      )
      for (;;) {
        const { rows: fetched } = await client.query<{ row: string }>(`fetch ${batch} from rows`)
        if (fetched.length === 0) break
        await write({ table, rows: fetched.map(({ row }) => row) })
        rows += fetched.length
      }
      await client.query('close rows')
    }
    await client.query('commit')
    await write({ end: rows, files: pictures })
    zip.end()
    await written
    giveName(draft, file)
  } catch (error) {
    zip.destroy()
    await finished(target).catch(() => undefined)
    fs.rmSync(draft, { force: true })
    throw error
  } finally {
    await client.end()
  }
  return { rows, pictures, missing }
}

const existsProblem = (file: string): string =>
  `${file} exists already, and a backup never replaces a file: give another name, such as one with the date`

/** Gives a complete backup its name. Throws if a file got this name meanwhile. */
function giveName(draft: string, file: string): void {
  try {
    fs.linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Error(existsProblem(file), { cause: error })
    // The file system has no hard links.
    fs.copyFileSync(draft, file, fs.constants.COPYFILE_EXCL)
  }
  fs.rmSync(draft)
}
