/** The settings with which the embedded PostgreSQL hands its write-ahead log (WAL) to the archive. */
import fs from 'node:fs'
import path from 'node:path'
import type { SystemUser } from './pg-binaries.ts'

/** Returns the folder of complete WAL segments that aren't in the archive yet. PostgreSQL writes there, a worker reads. */
export const spoolOf = (dataDir: string): string => path.join(dataDir, 'archive-spool')

const names = ['archive_mode', 'archive_library', 'archive_timeout', 'basic_archive.archive_directory']

/** Quotes a value of `postgresql.conf`. */
export const quoteSetting = (value: string): string => `'${value.replaceAll("'", "''")}'`

/**
 * Turns archiving on or off for the next start of a stopped cluster. `basic_archive` copies each complete segment into
 * the spool, atomically and with fsync. An unfinished segment is completed after a minute, so at most the last minute
 * is only on this machine's disk. The settings are in `postgresql.auto.conf`, so that `pg_ctl` by hand keeps them, too.
 */
export function writeArchiveSettings({
  dataDir,
  cluster,
  archives,
  user,
}: {
  readonly dataDir: string
  readonly cluster: string
  readonly archives: boolean
  readonly user: SystemUser | undefined
}): void {
  const file = path.join(cluster, 'postgresql.auto.conf')
  const others = fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !names.some((name) => line.startsWith(`${name} `)))
  const spool = spoolOf(dataDir)
  if (archives) {
    fs.mkdirSync(spool, { recursive: true, mode: 0o700 })
    if (user) fs.chownSync(spool, user.uid, user.gid)
    others.push(
      'archive_mode = on',
      "archive_library = 'basic_archive'",
      'archive_timeout = 60s',
      // PostgreSQL accepts slashes on Windows, too; a backslash would escape.
      `basic_archive.archive_directory = ${quoteSetting(spool.replaceAll('\\', '/'))}`,
    )
  }
  fs.writeFileSync(file, `${others.join('\n')}\n`)
}
