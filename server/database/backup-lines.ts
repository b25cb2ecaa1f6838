import fs from 'node:fs'
import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { FileLine } from './backup-pictures.ts'
import type { AppliedMigration } from './migrate.ts'

/**
 * One line of a backup. A backup is gzipped JSON lines: the manifest, the pictures, the tables in batches of rows, and
 * the counts that prove it complete.
 */
export type BackupLine =
  | BackupManifest
  | FileLine
  | { readonly table: string; readonly rows: readonly string[] }
  | { readonly end: number; readonly files?: number }
export type BackupManifest = {
  readonly sunbul: 'backup'
  readonly version: number
  readonly at: string
  readonly migrations: readonly AppliedMigration[]
  /** `bucket`: the pictures are in S3 and not in the backup. */
  readonly pictures: 'here' | 'bucket'
}
/** The version of the backup format. */
export const backupVersion = 3
/** Reads the lines of a backup one by one. Throws if the file is damaged. */
export async function* readBackupLines(file: string): AsyncGenerator<BackupLine, undefined> {
  const text = new PassThrough()
  const read = pipeline(fs.createReadStream(file), createGunzip(), text)
  read.catch(() => undefined)
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) yield JSON.parse(line) as BackupLine
  } catch (error) {
    throw new Error(`${file} is damaged: ${String(error)}`, { cause: error })
  }
  await read
}
