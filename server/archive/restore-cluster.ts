/** Restores a base backup and the archived WAL into a new cluster, up to a time. */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hourMs } from '#shared/time.ts'
import { freePort } from '../config/free-port.ts'
import { quoteSetting, spoolOf } from '../database/archive-settings.ts'
import { isWindows, prepareDirectory, runningPostgresPid, runProgram } from '../database/cluster.ts'
import { installedBinaries, runnableCopy, type SystemUser, unprivilegedUser } from '../database/pg-binaries.ts'
import { defaultPostgresSettings } from '../database/pg.ts'
import type { ArchiveStore } from './archive-store.ts'
import { type BaseBackup, listBaseBackups, type Manifest, systemIdOf } from './base-backup.ts'
import { decompress } from './compression.ts'
import { concurrentCopies, copyBaseBackup } from './copy-base-backup.ts'
import { forEachConcurrently } from './for-each-concurrently.ts'
import { readRecoveryEnd, type RecoveryEnd } from './recovery-log.ts'
import { RestoreProblem } from './restore-problem.ts'
import { keyOf } from './ship-segments.ts'
import { contiguousFrom, isHistory, isSegment, timelineOf } from './wal-names.ts'

export type RestoredCluster = {
  /** Folder of the restored cluster, beside `pgdata`. */
  readonly folder: string
  readonly baseBackup: Manifest
  /** Number of replayed WAL segments. */
  readonly segments: number
  /** Commit of the last transaction that was restored, as PostgreSQL logs it; undefined if the base backup has it. */
  readonly lastTransaction: string | undefined
}

type Target = Date | 'latest'

/**
 * Restores the state at `target` into a new folder in `dataDir`, beside the cluster that may still run there. Segments
 * that aren't in the archive yet are read from that cluster if it is the same one. The restored cluster is stopped, and
 * has the password of `dataDir`. Throws `RestoreProblem` in plain words.
 */
export async function restoreCluster({
  store,
  dataDir,
  target,
  report,
  settings = {},
}: {
  readonly store: ArchiveStore
  readonly dataDir: string
  readonly target: Target
  /** Prints a step of the restore. */
  report(step: string): void
  /** Settings of PostgreSQL during the restore; tests turn `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>
}): Promise<RestoredCluster> {
  const user = unprivilegedUser()
  prepareDirectory(dataDir, user)
  const base = chooseBaseBackup(await listBaseBackups(store), target, store.name)
  const stamp = (target === 'latest' ? 'latest' : target.toISOString()).replace(/[-:]|\.\d+/g, '')
  const folder = path.join(dataDir, `pgdata.restored-${stamp}`)
  if (fs.existsSync(folder)) throw new RestoreProblem(`${folder} exists already: remove or rename it`)
  assertDiskSpace(dataDir, base.manifest)
  const draft = `${folder}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  report(`copying the base backup of ${base.manifest.startedAt} (${megabytes(base.manifest.bytes)} MB)`)
  await copyBaseBackup(store, base.manifest, draft)
  const segments = await listSegments(store, localFolders(dataDir, base.manifest), base.manifest)
  const native = runnableCopy(installedBinaries(), user)
  let copied = 0
  let end: RecoveryEnd = { isReached: false, lastTransaction: undefined, lines: '' }
  // Segments that were archived much later than the target are seldom needed, so they are copied only if they are.
  const early = segments.run.filter(
    ({ storedAt }) => target === 'latest' || storedAt.getTime() < target.getTime() + laterMs,
  ).length
  for (const upTo of new Set([early, segments.run.length])) {
    report(`copying WAL segments ${copied + 1} to ${upTo}`)
    await forEachConcurrently(segments.run.slice(copied, upTo), concurrentCopies, ({ copy }) =>
      copy(path.join(draft, 'pg_wal')),
    )
    copied = upTo
    writeRecoverySettings(draft, target)
    giveTo(draft, user)
    report('replaying them')
    end = await replay({ draft, native, user, settings })
    if (end.isReached) break
  }
  if (!end.isReached) throw new RestoreProblem(describeFailure(end, segments.gap, store.name))
  finish(draft, dataDir, native, user)
  fs.renameSync(draft, folder)
  return { folder, baseBackup: base.manifest, segments: copied, lastTransaction: end.lastTransaction }
}

const laterMs = 2 * hourMs

const megabytes = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

/** Returns the newest base backup that was complete at the target. */
function chooseBaseBackup(backups: readonly BaseBackup[], target: Target, archive: string): BaseBackup {
  const fitting = backups.find(({ manifest }) => target === 'latest' || new Date(manifest.finishedAt) <= target)
  if (fitting) return fitting
  const oldest = backups.at(-1)?.manifest.finishedAt
  throw new RestoreProblem(
    oldest === undefined
      ? `${archive} has no complete base backup, so nothing can be restored from it`
      : `${archive} has no base backup from before that time. The earliest time that can be restored is ${oldest}`,
  )
}

function assertDiskSpace(dataDir: string, { bytes }: Manifest): void {
  const { bavail, bsize } = fs.statfsSync(dataDir)
  if (bavail * bsize < bytes * 1.1)
    throw new RestoreProblem(
      `the restored database needs more than ${megabytes(bytes * 1.1)} MB, and ${dataDir} has ${megabytes(bavail * bsize)} MB free`,
    )
}

/** Returns the folders of this machine with segments of the same cluster that the archive may not have yet. */
function localFolders(dataDir: string, { systemId }: Manifest): string[] {
  const cluster = path.join(dataDir, 'pgdata')
  if (!fs.existsSync(path.join(cluster, 'global/pg_control')) || systemIdOf(cluster) !== systemId) return []
  return [spoolOf(dataDir), path.join(cluster, 'pg_wal')].filter((folder) => fs.existsSync(folder))
}

type Segment = {
  readonly name: string
  readonly storedAt: Date
  copy(folder: string): Promise<void>
}

/** Returns the segments to replay in order, after the histories of timelines; those of the archive take precedence. */
async function listSegments(store: ArchiveStore, folders: readonly string[], { startSegment }: Manifest) {
  const found = new Map<string, Segment>()
  for (const { key, storedAt } of await store.list('wal/')) {
    const name = key.slice('wal/'.length, -'.zst'.length)
    const copy = async (folder: string) => {
      const bytes = await store.get(keyOf(name))
      if (bytes !== undefined)
        await fsPromises.writeFile(path.join(folder, name), await decompress(bytes), { mode: 0o600 })
    }
    found.set(name, { name, storedAt, copy })
  }
  for (const folder of folders)
    for (const name of fs.readdirSync(folder)) {
      if (found.has(name)) continue
      const file = path.join(folder, name)
      const copy = (to: string) => fsPromises.copyFile(file, path.join(to, name))
      found.set(name, { name, storedAt: fs.statSync(file).mtime, copy })
    }
  const all = [...found.values()]
  const histories = all.filter(({ name }) => isHistory(name)).map((history) => ({ ...history, storedAt: new Date(0) }))
  const { run, gap } = contiguousFrom(
    all.filter(({ name }) => isSegment(name)),
    startSegment,
  )
  return { run: [...histories, ...run], gap }
}

/**
 * All segments are in `pg_wal`, where PostgreSQL looks after its restore command has failed. `hot_standby` is off so that
 * it accepts no connection before it has reached the target.
 */
function writeRecoverySettings(draft: string, target: Target): void {
  // PostgreSQL doesn't accept Z as a zone here.
  const time =
    target === 'latest' ? [] : [`recovery_target_time = ${quoteSetting(target.toISOString().replace('Z', '+00'))}`]
  fs.writeFileSync(
    path.join(draft, 'postgresql.auto.conf'),
    ["restore_command = 'exit 1'", 'recovery_target_action = promote', 'hot_standby = off', ...time, ''].join('\n'),
    { mode: 0o600 },
  )
  fs.writeFileSync(path.join(draft, 'recovery.signal'), '', { mode: 0o600 })
}

/** Gives all files to the user that PostgreSQL runs as. */
function giveTo(folder: string, user: SystemUser | undefined): void {
  if (!user) return
  fs.chownSync(folder, user.uid, user.gid)
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true }))
    fs.chownSync(path.join(entry.parentPath, entry.name), user.uid, user.gid)
}

const logName = 'recovery.log'
const checkMs = 200

/** Starts PostgreSQL until it has replayed to the target or ended before it, and stops it. */
async function replay({
  draft,
  native,
  user,
  settings,
}: {
  readonly draft: string
  readonly native: string
  readonly user: SystemUser | undefined
  readonly settings: Readonly<Record<string, string>>
}): Promise<RecoveryEnd> {
  const log = path.join(draft, logName)
  fs.writeFileSync(log, '', { mode: 0o600 })
  if (user) fs.chownSync(log, user.uid, user.gid)
  const own = { port: await freePort(), archive_mode: 'off', log_checkpoints: 'off' }
  const options = Object.entries({ ...defaultPostgresSettings, ...own, ...settings }).map(
    ([key, value]) => `-c ${key}=${value === '' ? "''" : value}`,
  )
  let isReached = false
  try {
    // Without hot standby, `pg_ctl` returns when the recovery begins.
    runProgram(native, 'pg_ctl', ['start', '-D', draft, '-l', log, '-w', '-o', options.join(' ')], user, isWindows)
    while (runningPostgresPid(draft) !== undefined && !isReached) {
      isReached = readServerState(draft) === 'ready'
      if (!isReached) await sleep(checkMs)
    }
  } catch {
    // A short recovery that fails ends before `pg_ctl` returns; its log has the reason.
  }
  if (isReached) runProgram(native, 'pg_ctl', ['stop', '-D', draft, '-m', 'fast', '-w', '-t', '600'], user, isWindows)
  return { ...readRecoveryEnd(fs.readFileSync(log, 'utf8')), isReached }
}

/** Returns the state that a running PostgreSQL writes into the eighth line of its pid file; `ready` after a recovery. */
function readServerState(cluster: string): string | undefined {
  try {
    return fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim()
  } catch {
    return undefined // it has just ended
  }
}

function describeFailure({ lastTransaction, lines }: RecoveryEnd, gap: number | undefined, archive: string): string {
  const latest =
    lastTransaction === undefined
      ? ''
      : ` The last transaction before that was at ${lastTransaction}: give an earlier time, or “latest”.`
  if (gap !== undefined)
    return `${archive} lacks a WAL segment in the middle (position ${gap.toString(16)}), and later ones can’t be used without it.${latest}`
  if (lastTransaction !== undefined) return `${archive} has nothing from that time on.${latest}`
  return `PostgreSQL couldn’t replay the WAL:\n${lines}`
}

/** Makes the restored cluster an ordinary one of this data folder. */
function finish(draft: string, dataDir: string, native: string, user: SystemUser | undefined): void {
  fs.writeFileSync(path.join(draft, 'postgresql.auto.conf'), '')
  setPassword(draft, passwordOf(dataDir, user), native, user)
  const wal = path.join(draft, 'pg_wal')
  const names = fs.readdirSync(wal)
  const newest = Math.max(1, ...names.filter(isHistory).map(timelineOf))
  // Segments of earlier timelines are in the archive or have no later use; the history of the new one is archived first.
  const marks = names.flatMap((name) => {
    if (isHistory(name) && timelineOf(name) === newest) return [`${name}.ready`]
    return (isSegment(name) && timelineOf(name) < newest) || isHistory(name) ? [`${name}.done`] : []
  })
  for (const mark of marks) fs.writeFileSync(path.join(wal, 'archive_status', mark), '', { mode: 0o600 })
  giveTo(draft, user)
}

/** Returns the database password of a data folder. On a new machine it creates it, and the log of PostgreSQL. */
function passwordOf(dataDir: string, user: SystemUser | undefined): string {
  const file = path.join(dataDir, 'postgres.secret')
  const create = (created: string, content: string) => {
    if (fs.existsSync(created)) return
    fs.writeFileSync(created, content, { mode: 0o600 })
    if (user) fs.chownSync(created, user.uid, user.gid)
  }
  create(file, randomBytes(24).toString('base64url'))
  create(path.join(dataDir, 'postgres.log'), '')
  return fs.readFileSync(file, 'utf8').trim()
}

/** Sets the owner's password without a connection, because the one at the time of the base backup may be unknown. */
function setPassword(cluster: string, password: string, native: string, user: SystemUser | undefined): void {
  const program = path.join(native, 'bin', isWindows ? 'postgres.exe' : 'postgres')
  const { status, stderr } = spawnSync(program, ['--single', '-D', cluster, 'postgres'], {
    ...user,
    cwd: user ? '/' : undefined,
    input: `alter role postgres password ${quoteSetting(password)}\n`,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC', SystemRoot: process.env.SystemRoot },
  })
  if (status !== 0) throw new Error(`the password of the restored cluster couldn’t be set: ${stderr}`)
}
