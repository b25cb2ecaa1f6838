import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import fs from 'node:fs'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { createFiles, mediaFolder } from '../adapters/files.ts'
import { listMaxDays } from '#modules/causes/organizations/rules/screening.ts'
import { identityServer, type SecretUse } from '#modules/platform/identity/index-server.ts'
import type { Config } from '../config/config.ts'
import { findVersionProblem, pendingMigrations } from '../database/migrate.ts'
import { findDirectUrlProblem, findPoolUrlProblem } from '../database/pooler.ts'
import { describeRotations, findPseudonymProblem } from '../keys/secret-notes.ts'
import { describeError } from '../ops/describe-error.ts'
import { findArchiveProblem } from './archive-check.ts'
import { findUnreplacedLegalPages } from '../pages/information-pages.ts'
import { locales } from '#shared/texts/locales.ts'
import { demoInProductionProblem, hasDemo } from '#demo/seed.ts'
import { describeOpenSteps, readInstallationState } from '../setup/first-steps.ts'
import type { Installation } from './installation.ts'
import { findProviderProblem, innermostMessage } from './provider-check.ts'
import { findSharedPortProblem } from './shared-port-check.ts'
import {
  findClockProblem,
  findOwnArchiveProblem,
  findPatroniProblem,
  findReadUrlProblem,
  findStandbyProblem,
} from './standby-check.ts'
import { findWildcardDnsProblem } from './wildcard-dns.ts'

/** Returns a problem and how to fix it, or undefined if there is none. Throws if the check can't run. */
type Check = () => string | undefined | Promise<string | undefined>

/** Prints the result of every check of this installation. Returns exit code 1 if a check finds a problem. */
export async function doctor({ config, ownerUrl }: Installation): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 })
  // Without a listener, a lost connection would end the process.
  client.on('error', () => undefined)
  let isConnected = false
  const connect = async () => {
    await client.connect()
    isConnected = true
    return undefined
  }
  /** Skips a check if the database isn't connected, because the client would wait for ever. */
  const onDatabase =
    (check: Check): Check =>
    () =>
      isConnected ? check() : 'not checked, because the database isn’t connected'
  const checks: readonly (readonly [string, Check])[] = [
    ['Node', findNodeProblem],
    ['database', connect],
    ['direct connection', onDatabase(() => findDirectUrlProblem(client, ownerUrl))],
    [
      'connection pooler',
      config.DATABASE_POOL_URL === undefined
        ? noProblem
        : onDatabase(() => findPoolUrlProblem(config.DATABASE_POOL_URL ?? '', client)),
    ],
    ['migrations', onDatabase(() => findMigrationProblem(client))],
    ['ledger rights', onDatabase(() => findLedgerRightsProblem(client))],
    [
      'demo',
      config.MODE === 'production'
        ? onDatabase(async () => ((await hasDemo(client)) ? demoInProductionProblem : undefined))
        : noProblem,
    ],
    [
      'screening list',
      config.MODE === 'production' && config.PAYOUTS !== 'none'
        ? onDatabase(() => findScreeningProblem(client))
        : noProblem,
    ],
    ['openings', config.PAYOUTS === 'none' ? noProblem : onDatabase(() => findOpeningProblem(client))],
    [
      'first steps',
      config.MODE === 'production'
        ? onDatabase(async () => describeOpenSteps(await readInstallationState(config, client)))
        : noProblem,
    ],
    ['durability', onDatabase(() => findDurabilityProblem(client))],
    [
      'archive',
      onDatabase(() => (config.DATABASE_URL ? findOwnArchiveProblem(client) : findArchiveProblem(config, client))),
    ],
    ['standbys', onDatabase(() => findStandbyProblem(client, { expectsOne: config.DATABASE_READ_URL !== undefined }))],
    [
      'reads',
      config.DATABASE_READ_URL === undefined
        ? noProblem
        : onDatabase(() => findReadUrlProblem(config.DATABASE_READ_URL ?? '', client)),
    ],
    ['Patroni', () => (config.PATRONI_URL === undefined ? undefined : findPatroniProblem(config.PATRONI_URL))],
    ['clock', onDatabase(() => findClockProblem(client, () => new Date()))],
    ['payments', () => findSandboxProblem(config)],
    ['payment provider', () => findProviderProblem(config)],
    ['shared port', () => findSharedPortProblem(config)],
    ['proxy', () => findProxyProblem(config)],
    ['pictures', () => findPicturesProblem(config)],
    [
      'wildcard DNS',
      () =>
        findWildcardDnsProblem(config.PAGES_DOMAIN, { label: `doctor-${randomUUID().slice(0, 8)}`, resolve: lookup }),
    ],
    [
      'mail',
      () =>
        config.SMTP_URL || config.MODE === 'demo'
          ? undefined
          : 'set SMTP_URL: without it, receipts and other mails aren’t sent',
    ],
    ['operator', () => findOperatorProblem(config)],
    [
      'metrics',
      () =>
        config.MODE === 'demo' || config.METRICS_PORT
          ? undefined
          : 'set METRICS_PORT: without it, you can’t monitor failures',
    ],
    ['legal pages', () => findLegalPagesProblem(config)],
    ['secrets', onDatabase(async () => findPseudonymProblem({ config, uses: await readSecretUses(client) }))],
    ['disk', () => findDiskProblem(config)],
  ]
  let problems = 0
  for (const [name, check] of checks) {
    const problem = await resultOf(check)
    if (problem !== undefined) problems += 1
    console.log(problem === undefined ? `ok      ${name}` : `PROBLEM ${name}: ${problem}`)
  }
  if (isConnected) for (const note of await readRotationNotes(client, config)) console.log(`note    ${note}`)
  if (isConnected) await client.end().catch(() => undefined)
  console.log(problems === 0 ? 'No problems found.' : `Problems found: ${problems}`)
  return problems === 0 ? 0 : 1
}

/** Receipts, charity pages and the footer name the operator. */
const findOperatorProblem = (config: Config): string | undefined =>
  config.MODE === 'demo' || (config.OPERATOR_NAME && config.OPERATOR_REGISTRATION)
    ? undefined
    : 'set OPERATOR_NAME and OPERATOR_REGISTRATION: each charity’s page names who verified it'

const noProblem = () => undefined

/** Returns which secrets processes used and when; none before the migration that records them. */
async function readSecretUses(client: pg.Client): Promise<SecretUse[]> {
  const { rows: tables } = await client.query(`select where to_regclass('identity.secret_use') is not null`)
  if (tables.length === 0) return []
  const { rows } = await client.query<SecretUse>(identityServer.secretUseQuery)
  return rows
}

/** Says what the operator does next with former or coming secrets. */
const readRotationNotes = async (client: pg.Client, config: Config): Promise<string[]> =>
  describeRotations({ config, uses: await readSecretUses(client), now: new Date() })

async function resultOf(check: Check): Promise<string | undefined> {
  try {
    return await check()
  } catch (error) {
    return describeError(error)
  }
}

const findNodeProblem = () =>
  Number(process.versions.node.split('.')[0]) >= 24
    ? undefined
    : `Node ${process.versions.node} is too old: use npm run sunbul, which runs the bundled Node`

async function findMigrationProblem(client: pg.Client) {
  const problem = await findVersionProblem(client)
  if (problem) return problem
  const pending = await pendingMigrations(client)
  return pending.length === 0 ? undefined : `${pending.length} pending: run npm run sunbul -- migrate`
}

async function findLedgerRightsProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean }>(
    `
      select has_table_privilege('sunbul_app', 'ledger.entry', 'update')
        or has_table_privilege('sunbul_app', 'ledger.entry', 'delete') as may
    `,
  )
  return one(rows).may
    ? 'the application’s role may change the ledger: run npm run sunbul -- migrate to reset its privileges'
    : undefined
}

async function findScreeningProblem(client: pg.Client) {
  const { rows } = await client.query<{ days: number | null }>(
    `select extract(day from now() - max(loaded_at))::int as days from organizations.screening_list`,
  )
  const { days } = one(rows)
  if (days === null)
    return 'charities aren’t screened, because no list of names is loaded: run npm run sunbul -- screening load FILE'
  return days <= listMaxDays ? undefined : `the latest list of names is ${days} days old: load a current one`
}

async function findOpeningProblem(client: pg.Client) {
  const { rows } = await client.query<{ charity: string }>(
    `
      select distinct g.name as charity
      from payouts.opening o
      join organizations.organization g on g.id = o.organization_id
      where o.result is null
      order by 1
      limit 20
    `,
  )
  return rows.length === 0
    ? undefined
    : `no payout is drafted for ${rows.map(({ charity }) => charity).join(', ')}: record at /staff/payouts what they were paid before`
}

async function findDurabilityProblem(client: pg.Client) {
  const { rows } = await client.query<{ fsync: string; sync: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
  )
  const { fsync, sync } = one(rows)
  return fsync === 'on' && sync !== 'off'
    ? undefined
    : 'fsync or synchronous_commit is off, so a crash could lose confirmed donations: turn both on'
}

const findSandboxProblem = ({ MODE, sandboxes }: Config) =>
  MODE === 'production' && sandboxes.length > 0
    ? `${sandboxes.map(({ name }) => name).join(' and ')} moves no real money: remove it from PAYMENTS`
    : undefined

const findProxyProblem = ({ MODE, TRUST_PROXY }: Config) =>
  MODE === 'production' && TRUST_PROXY === 'no'
    ? 'TRUST_PROXY is no, so all visitors seem to have the proxy’s address and share its rate limits: set it to the address of your proxy'
    : undefined

async function findLegalPagesProblem({ MODE, CONTENT_DIR }: Config) {
  if (MODE !== 'production') return undefined
  const templates = await findUnreplacedLegalPages(CONTENT_DIR, locales)
  return templates.length === 0
    ? undefined
    : `${templates.join(', ')} are templates: put your own texts, checked by a lawyer, into CONTENT_DIR`
}

async function findPicturesProblem(config: Config) {
  const folder = mediaFolder(config)
  if (folder === undefined) return findBucketProblem(config)
  // The first uploaded picture creates the folder.
  const existing = [folder, config.DATA_DIR].find((place) => fs.existsSync(place))
  if (existing === undefined) return undefined
  if (!fs.statSync(existing).isDirectory()) return `${existing} isn’t a folder, so pictures can’t be stored`
  fs.accessSync(existing, fs.constants.W_OK)
  return undefined
}

async function findBucketProblem(config: Config) {
  const files = createFiles(config)
  const key = `doctor/${randomUUID()}.txt`
  try {
    await files.put(key, Buffer.from('Written by npm run sunbul -- doctor'), 'text/plain')
    await files.remove(key)
    return undefined
  } catch (error) {
    return `can’t write to the bucket ${config.S3_BUCKET} at ${config.S3_ENDPOINT}: ${innermostMessage(error)}`
  }
}

function findDiskProblem({ DATA_DIR }: Config) {
  // With an external database and a bucket, the folder may not exist.
  if (!fs.existsSync(DATA_DIR)) return undefined
  const { bavail, bsize } = fs.statfsSync(DATA_DIR)
  const megabytes = Math.round((bavail * bsize) / 1024 / 1024)
  return megabytes > 500 ? undefined : `only ${megabytes} MB of disk space left for ${DATA_DIR}`
}
