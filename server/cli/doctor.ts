import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import fs from 'node:fs'
import pg from 'pg'
import { one } from '#shared/collections.ts'
import { createFiles, mediaFolder } from '../adapters/files.ts'
import { listMaxDays } from '#modules/causes/organizations/rules/screening.ts'
import type { Config } from '../config/config.ts'
import { findVersionProblem, pendingMigrations } from '../database/migrate.ts'
import { findDirectUrlProblem, findPoolUrlProblem } from '../database/pooler.ts'
import { describeError } from '../ops/describe-error.ts'
import { findUnreplacedLegalPages } from '../pages/information-pages.ts'
import { locales } from '#shared/texts/locales.ts'
import { demoInEarnest, holdsDemo } from '../seed/seed.ts'
import type { Installation } from './installation.ts'
import { findWildcardDnsProblem } from './wildcard-dns.ts'

/** Returns the problem and how to fix it; undefined if there is none. Throws if the check itself fails. */
type Check = () => string | undefined | Promise<string | undefined>

/** Checks this installation and prints one line for each check. The exit code is 1 if a check finds a problem. */
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
  /** Wraps a check that needs the database: a query of a client that never connected would wait for ever. */
  const onDatabase =
    (check: Check): Check =>
    () =>
      isConnected ? check() : 'not checked, because the database is unavailable'
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
        ? onDatabase(async () => ((await holdsDemo(client)) ? demoInEarnest : undefined))
        : noProblem,
    ],
    [
      'screening list',
      config.MODE === 'production' && config.PAYOUTS !== 'none'
        ? onDatabase(() => findScreeningProblem(client))
        : noProblem,
    ],
    ['durability', onDatabase(() => findDurabilityProblem(client))],
    ['payments', () => findSandboxProblem(config)],
    ['proxy', () => findProxyProblem(config)],
    ['pictures', () => findPicturesProblem(config)],
    [
      'wildcard DNS',
      () =>
        findWildcardDnsProblem(config.PAGES_DOMAIN, { label: `doctor-${randomUUID().slice(0, 8)}`, resolve: lookup }),
    ],
    [
      'mail',
      () => (config.SMTP_URL || config.MODE === 'demo' ? undefined : 'set SMTP_URL: without it no receipts are sent'),
    ],
    ['operator', () => findOperatorProblem(config)],
    [
      'metrics',
      () =>
        config.MODE === 'demo' || config.METRICS_PORT
          ? undefined
          : 'set METRICS_PORT, so that monitoring can detect failures',
    ],
    ['legal pages', () => findLegalPagesProblem(config)],
    ['disk', () => findDiskProblem(config)],
  ]
  let problems = 0
  for (const [name, check] of checks) {
    const problem = await resultOf(check)
    if (problem !== undefined) problems += 1
    console.log(problem === undefined ? `ok      ${name}` : `PROBLEM ${name}: ${problem}`)
  }
  if (isConnected) await client.end().catch(() => undefined)
  console.log(problems === 0 ? 'No problems found.' : `Problems found: ${problems}`)
  return problems === 0 ? 0 : 1
}

/** Receipts, the charities' pages and the footer name the operator of the site. */
const findOperatorProblem = (config: Config): string | undefined =>
  config.MODE === 'demo' || (config.OPERATOR_NAME && config.OPERATOR_REGISTRATION)
    ? undefined
    : 'set OPERATOR_NAME and OPERATOR_REGISTRATION: each charity’s page names who verified it'

const noProblem = () => undefined

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
    : `Node ${process.versions.node}: start Sunbul through npm, which uses the bundled Node`

async function findMigrationProblem(client: pg.Client) {
  const problem = await findVersionProblem(client)
  if (problem) return problem
  const pending = await pendingMigrations(client)
  return pending.length === 0 ? undefined : `${pending.length} not applied; run: npm run sunbul -- migrate`
}

async function findLedgerRightsProblem(client: pg.Client) {
  const { rows } = await client.query<{ may: boolean }>(
    `select has_table_privilege('sunbul_app', 'ledger.entry', 'update') or has_table_privilege('sunbul_app', 'ledger.entry', 'delete') as may`,
  )
  return one(rows).may
    ? 'the application can change ledger entries; restore its rights with: npm run sunbul -- migrate'
    : undefined
}

async function findScreeningProblem(client: pg.Client) {
  const { rows } = await client.query<{ days: number | null }>(
    `select extract(day from now() - max(loaded_at))::int as days from organizations.screening_list`,
  )
  const { days } = one(rows)
  if (days === null)
    return 'no list of names is loaded, so charities aren’t screened; load one with: npm run sunbul -- screening load FILE'
  return days <= listMaxDays ? undefined : `the newest list of names is ${days} days old: load a new one`
}

async function findDurabilityProblem(client: pg.Client) {
  const { rows } = await client.query<{ fsync: string; sync: string }>(
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync`,
  )
  const { fsync, sync } = one(rows)
  return fsync === 'on' && sync !== 'off'
    ? undefined
    : 'fsync or synchronous_commit is off, so an acknowledged donation could be lost'
}

const findSandboxProblem = ({ MODE, sandboxes }: Config) =>
  MODE === 'production' && sandboxes.length > 0
    ? `payments with ${sandboxes.map(({ name }) => name).join(' and ')} move no money: remove it from PAYMENTS`
    : undefined

const findProxyProblem = ({ MODE, TRUST_PROXY }: Config) =>
  MODE === 'production' && TRUST_PROXY === 'no'
    ? 'TRUST_PROXY is no, so behind a proxy all visitors have one address and share one limit of declined cards'
    : undefined

async function findLegalPagesProblem({ MODE, CONTENT_DIR }: Config) {
  if (MODE !== 'production') return undefined
  const templates = await findUnreplacedLegalPages(CONTENT_DIR, locales)
  return templates.length === 0
    ? undefined
    : `${templates.join(', ')} are templates: put your own, reviewed by a lawyer, into CONTENT_DIR`
}

async function findPicturesProblem(config: Config) {
  const folder = mediaFolder(config)
  if (folder === undefined) return findBucketProblem(config)
  // The user who runs the platform creates the folder with the first picture.
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
    await files.put(key, Buffer.from('Write test of the doctor command'), 'text/plain')
    await files.remove(key)
    return undefined
  } catch (error) {
    return `${config.S3_BUCKET} at ${config.S3_ENDPOINT} refuses uploads: ${innermostMessage(error)}`
  }
}

function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermostMessage(error.cause)
}

function findDiskProblem({ DATA_DIR }: Config) {
  // If the database is elsewhere, this disk may hold no data of the platform.
  if (!fs.existsSync(DATA_DIR)) return undefined
  const { bavail, bsize } = fs.statfsSync(DATA_DIR)
  const megabytes = Math.round((bavail * bsize) / 1024 / 1024)
  return megabytes > 500 ? undefined : `only ${megabytes} MB free in ${DATA_DIR}`
}
