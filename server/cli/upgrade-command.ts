/** `npm run sunbul -- upgrade --check`: what the next start of this version would do to the database. */
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { findVersionProblem, pendingMigrations, readMigrations } from '../database/migrate.ts'
import { parseLocks } from '../database/migration-locks.ts'
import type { Installation } from './installation.ts'

/** A backup that is older doesn't protect an upgrade. */
const backupMaxHours = 26

/**
 * Prints pending migrations with the tables that they lock, and the age of the last backup in a folder. Changes
 * nothing. Returns exit code 1 if a backup should be made first, or if this version can't use the database.
 */
export async function checkUpgrade(
  { ownerUrl }: Installation,
  { backups, now }: { readonly backups: string; readonly now: Date },
): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const problem = await findVersionProblem(client)
    if (problem) throw new Error(problem)
    const pending = new Set(await pendingMigrations(client))
    console.log(pending.size === 0 ? 'No migration is pending.' : `Pending migrations: ${pending.size}`)
    for (const { name, sql } of readMigrations()) if (pending.has(name)) console.log(`  ${name}: ${describeLocks(sql)}`)
    if (pending.size === 0) return 0
    return reportBackup(backups, now)
  } finally {
    await client.end()
  }
}

function describeLocks(sql: string): string {
  const locks = parseLocks(sql)
  if (locks === undefined) return 'see CHANGELOG.md'
  return locks.length === 0
    ? 'locks no table'
    : `locks ${locks.map(({ table, duration }) => `${table} (${duration})`).join(', ')}`
}

function reportBackup(folder: string, now: Date): number {
  const times = fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => name.endsWith('.backup'))
        .map((name) => fs.statSync(path.join(folder, name)).mtimeMs)
    : []
  if (times.length === 0) {
    console.log(
      `PROBLEM ${folder} has no backup: run npm run sunbul -- backup <file>, or name its folder with --backups`,
    )
    return 1
  }
  const hours = Math.floor((now.getTime() - Math.max(...times)) / 3_600_000)
  const isRecent = hours < backupMaxHours
  console.log(
    isRecent
      ? `ok      the last backup is ${hours} hours old`
      : `PROBLEM the last backup is ${hours} hours old: make another one first`,
  )
  return isRecent ? 0 : 1
}
