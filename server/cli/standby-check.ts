/** Checks of `doctor` for installations with several database machines: standbys, Patroni, archive and clock. */
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { minuteMs, secondMs } from '#shared/time.ts'
import { applicationPrefix } from '../database/connected-processes.ts'
import { lagMaxMs } from '../database/standby.ts'
import { describeError } from '../ops/describe-error.ts'

const timeoutMs = 5 * secondMs
const megabyte = 1024 * 1024
/** Positions in the write-ahead log further apart are a standby that doesn't keep up. */
const behindMaxBytes = 16 * megabyte
/** Patroni before version 4 lost confirmed donations when a primary was frozen (docs/operations.md). */
const patroniMin = 4
const clockMaxMs = 2 * secondMs
const archiveMaxMs = 10 * minuteMs

/** A standby as the primary lists it; `bytesBehind` is null until its position is known. */
export type ConnectedStandby = {
  readonly name: string
  /** Null if the user may not read it. */
  readonly state: string | null
  readonly sync: string
  readonly bytesBehind: string | null
}

/**
 * Returns why the standbys don't protect donations or serve visitors, or undefined. `expectsOne`: whether the
 * configuration has a standby (`DATABASE_READ_URL`); `synchronous` is `synchronous_standby_names`.
 */
export function describeStandbys({
  standbys,
  synchronous,
  expectsOne,
}: {
  readonly standbys: readonly ConnectedStandby[]
  readonly synchronous: string
  readonly expectsOne: boolean
}): string | undefined {
  if (standbys.length === 0 && expectsOne) return 'no standby is connected to the primary'
  if (standbys.some(({ state }) => state === null))
    return 'the user of DATABASE_URL can’t read the standbys’ state: run grant pg_monitor to that user'
  if (synchronous !== '' && !standbys.some(({ sync }) => sync === 'sync' || sync === 'quorum'))
    return `synchronous_standby_names is ${synchronous}, but no standby of that name is connected: donations wait for it`
  const behind = standbys.filter(
    ({ state, bytesBehind }) => state !== 'streaming' || Number(bytesBehind ?? Infinity) > behindMaxBytes,
  )
  return behind.length === 0
    ? undefined
    : behind
        .map(({ name, state, bytesBehind }) => `${name} is ${state} and ${inMegabytes(bytesBehind)} behind`)
        .join('; ')
}

const inMegabytes = (bytes: string | null): string =>
  bytes === null ? 'an unknown part' : `${Math.round(Number(bytes) / megabyte)} MB`

/** Checks the standbys that are connected to the primary. `owner` is connected to it. */
export async function findStandbyProblem(owner: pg.Client, { expectsOne }: { readonly expectsOne: boolean }) {
  const { rows: standbys } = await owner.query<ConnectedStandby>(`
    select
      coalesce(nullif(application_name, ''), client_addr::text, 'a standby') as name,
      state,
      coalesce(sync_state, '') as sync,
      (pg_current_wal_lsn() - replay_lsn)::text as "bytesBehind"
    from pg_stat_replication
    where application_name <> 'pg_basebackup'
    order by name
  `)
  const { rows } = await owner.query<{ names: string }>(`select current_setting('synchronous_standby_names') as names`)
  return describeStandbys({ standbys, synchronous: one(rows).names, expectsOne })
}

/** Checks the server of `DATABASE_READ_URL`: a current standby of the same database. `owner` is connected to the primary. */
export async function findReadUrlProblem(readUrl: string, owner: pg.Client): Promise<string | undefined> {
  const client = new pg.Client({
    connectionString: readUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    application_name: `${applicationPrefix}-doctor`,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A standby has the identifier of its primary's cluster, and the name of the same database.
    const cluster = `select system_identifier::text || ' ' || current_database() as id from pg_control_system()`
    const primary = one((await owner.query<{ id: string }>(cluster)).rows).id
    if (one((await client.query<{ id: string }>(cluster)).rows).id !== primary)
      return 'DATABASE_READ_URL isn’t a standby of DATABASE_URL, but another database'
    const position = one(
      (await owner.query<{ position: string }>('select pg_current_wal_lsn()::text as position')).rows,
    ).position
    for (const end = performance.now() + lagMaxMs; ; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const { rows } = await client.query<{ replay: boolean | null; recovery: boolean }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as replay, pg_is_in_recovery() as recovery',
        [position],
      )
      const { replay, recovery } = one(rows)
      if (!recovery) return 'DATABASE_READ_URL leads to a primary, so it takes no work from DATABASE_URL'
      if (replay) return undefined
      if (performance.now() > end) return `the standby of DATABASE_READ_URL is more than ${lagMaxMs / 1000} s behind`
    }
  } catch (error) {
    return `DATABASE_READ_URL can’t be used: ${describeError(error)}`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns why a Patroni isn't fit for donations, by the response of its REST API at `/patroni`; undefined if it is. */
export function describePatroni(body: unknown): string | undefined {
  const { patroni, state } = (body ?? {}) as { patroni?: { version?: unknown }; state?: unknown }
  const version = typeof patroni?.version === 'string' ? patroni.version : undefined
  if (version === undefined) return 'PATRONI_URL isn’t the REST address of a Patroni'
  if (Number.parseInt(version, 10) < patroniMin)
    return `Patroni ${version} can lose confirmed donations when the primary is frozen: use version ${patroniMin} or newer`
  return state === 'running' || state === 'streaming' ? undefined : `Patroni’s PostgreSQL is ${String(state)}`
}

/** Asks the Patroni at `PATRONI_URL` for its version and state. */
export async function findPatroniProblem(url: string): Promise<string | undefined> {
  // Patroni responds with 503 and the same body while its PostgreSQL doesn't run.
  const response = await fetch(`${url}/patroni`, { signal: AbortSignal.timeout(timeoutMs) })
  return describePatroni(await response.json().catch(() => undefined))
}

export type ArchiverState = {
  readonly mode: string
  /** `archive_timeout` in seconds; 0: a segment is archived only when it is full. */
  readonly timeoutSeconds: number
  readonly hasFailed: boolean
  /** Milliseconds since a segment was archived; null: none ever was. */
  readonly ageMs: number | null
  /** Complete segments of the write-ahead log that aren't archived. */
  readonly segmentsWaiting: number
}

/** Returns why a restore from the archive wouldn't bring back the last minutes, or undefined. */
export function describeArchiver(archiver: ArchiverState): string | undefined {
  if (archiver.mode === 'off') return undefined
  if (archiver.hasFailed) return 'archive_command fails: read PostgreSQL’s log, because segments fill its disk'
  if (archiver.timeoutSeconds === 0)
    return 'archive_timeout is 0, so donations of a quiet hour aren’t archived: set it to 60'
  if (archiver.ageMs === null) return 'nothing was archived yet: wait for a minute, and run doctor again'
  return archiver.segmentsWaiting > 0 && archiver.ageMs > archiveMaxMs
    ? `${archiver.segmentsWaiting} segments wait, and the last one was archived ${Math.round(archiver.ageMs / minuteMs)} minutes ago`
    : undefined
}

/** Checks the archive of an external PostgreSQL (pgBackRest or another `archive_command`). */
export async function findOwnArchiveProblem(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<ArchiverState>(`
    with archiver as (
      select
        *,
        case when last_archived_wal ~ '^[0-9A-F]{24}' then
          ('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint * 4294967296
            + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 1) * size.bytes
        end as archived_until
      from pg_stat_archiver
      cross join (select setting::bigint as bytes from pg_settings where name = 'wal_segment_size') size
    )
    select
      current_setting('archive_mode') as mode,
      (select setting::int from pg_settings where name = 'archive_timeout') as "timeoutSeconds",
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "hasFailed",
      (extract(epoch from clock_timestamp() - last_archived_time) * 1000)::float8 as "ageMs",
      greatest(0, floor(coalesce((pg_current_wal_lsn() - '0/0' - archived_until) / bytes, 0)))::int as "segmentsWaiting"
    from archiver
  `)
  return describeArchiver(one(rows))
}

/** Returns whether this machine’s clock and the database’s differ by more than two seconds, or undefined. */
export async function findClockProblem(owner: pg.Client, clock: () => Date): Promise<string | undefined> {
  const before = clock().getTime()
  const { rows } = await owner.query<{ instant: Date }>('select clock_timestamp() as instant')
  const database = one(rows).instant.getTime()
  // The database read its clock between the two readings of ours, so a slow response is no difference.
  const apart = Math.max(before - database, database - clock().getTime(), 0)
  return apart > clockMaxMs
    ? `this machine’s clock and the database’s differ by ${(apart / 1000).toFixed(1)} s: synchronize both (chrony or systemd-timesyncd)`
    : undefined
}
