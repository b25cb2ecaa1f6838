/**
 * Starts the platform in one process (`--role=all`, the default), or as many `web` and `worker` processes as needed on
 * one database.
 */
import '#server/config/node-env.ts'
import type { FastifyInstance } from 'fastify'
import { Logger, parseCrontab, run, type Runner } from 'graphile-worker'
import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { createApp, type App } from './app.ts'
import { openArchive } from './archive/archive-store.ts'
import { type Archiver, startArchiver } from './archive/archiver.ts'
import { type Config, ConfigurationError, loadConfig } from './config/config.ts'
import { type Database, type DatabaseOptions, openDatabase, openPool } from './database/db.ts'
import { type JobLeases, keepJobLeases } from './jobs/job-leases.ts'
import { crontab } from './jobs/crontab.ts'
import { startLoops, taskList } from './jobs/jobs.ts'
import { sandboxBanks } from './sandbox-banks.ts'
import { createLog } from './ops/log.ts'
import { migrate, assertMigrated } from './database/migrate.ts'
import { openStandby, type Standby } from './database/standby.ts'
import { type EmbeddedPostgres, startEmbedded } from './database/pg.ts'
import { assertSuitablePool } from './database/pooler.ts'
import { seedCharitySignUps } from '#demo/charities/charity-sign-ups.ts'
import { seedHostedPage } from '#demo/charities/hosted-page.ts'
import { seedPayouts } from '#demo/charities/payouts.ts'
import { seedGiftAidClaims } from '#demo/charities/gift-aid-claims.ts'
import { seedPublicLedger } from '#demo/charities/public-ledger.ts'
import { demoInProductionProblem, hasDemo, seedDemo } from '#demo/seed.ts'
import { demoShareFigure, withDemoSettings } from '#demo/demo-settings.ts'
import { seedRegularGiver } from '#demo/regular-giver.ts'
import { startRecordingSecrets } from './keys/record-secrets.ts'
import { parseStartOptions } from './config/start-options.ts'
import { describeError } from './ops/describe-error.ts'
import { productVersion } from './ops/version.ts'
import { createServer } from './server.ts'
import { demoGuide } from './cli/demo-guide.ts'
import { metricsPortOf } from './ops/metrics-port.ts'
import { createMetricsServer } from './ops/metrics.ts'

const startedAt = performance.now()
const secondsSinceStart = (): string => ((performance.now() - startedAt) / 1000).toFixed(1)
const values = parseStartOptions()
const isDevelopment = process.env.SUNBUL_DEV === '1'

function readConfig(): Config {
  try {
    const config = loadConfig(values.role ? { ROLE: values.role } : {})
    return config.MODE === 'demo' ? withDemoSettings(config, new Date()) : config
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    console.error(error.message)
    process.exit(78)
  }
}

const config = readConfig()
const log = createLog({ level: config.LOG_LEVEL, format: config.LOG_FORMAT })
/** Prints one step of the start; with JSON logs the log has it instead. */
const showProgress = (step: string): void => {
  if (config.LOG_FORMAT === 'text') console.log(`sunbul: ${step} (${secondsSinceStart()} s)`)
}
const runsWeb = config.ROLE !== 'worker'
const runsWorker = config.ROLE !== 'web'

let embedded: EmbeddedPostgres | undefined
let database: Database | undefined
/** Connections of web requests, whose queries have a timeout. */
let requestDatabase: Database | undefined
/** Standbys of jobs and of web requests, of whose connections each has its own. */
const standbys: Standby[] = []
const banks = sandboxBanks(config, log)
let fastify: FastifyInstance | undefined
let runner: Runner | undefined
let loops: { stop(): Promise<void> } | undefined
let jobsPool: ReturnType<typeof openPool> | undefined
let jobLeases: JobLeases | undefined
let metricsServer: FastifyInstance | undefined
/** Archives the embedded PostgreSQL; undefined without `ARCHIVE`. */
let archiver: Archiver | undefined
let isStopping = false

/** Restarts the embedded database after it was killed, before most donors notice. */
function watchDatabase(postgres: EmbeddedPostgres): void {
  let isLooking = false
  const look = async () => {
    if (isStopping || isLooking) return
    isLooking = true
    try {
      if (await postgres.revive())
        log.error({ port: postgres.port }, 'the embedded PostgreSQL exited and was restarted')
    } catch (error) {
      log.error({ error }, 'the embedded PostgreSQL exited and couldn’t be restarted')
    } finally {
      isLooking = false
    }
  }
  setInterval(() => void look(), 2000).unref()
}

/**
 * Throws if the process was asked to stop, so that a start ends after its current step and everything it started can be
 * stopped.
 */
function assertNotStopping(): void {
  if (isStopping) throw new Error('stopped while starting')
}

/** Starts the embedded PostgreSQL and the configured sandbox banks; returns the database owner's URL. */
async function startServers(): Promise<string> {
  const databaseUrl =
    config.DATABASE_URL ??
    startEmbedded({ dataDir: config.DATA_DIR, archives: config.ARCHIVE !== undefined }).then(
      (started) => (embedded = started).url,
    )
  const starts = runsWeb ? config.sandboxes.filter(({ isStarted }) => isStarted).map(banks.start) : []
  // If one of them fails, the others may already have started and must be stopped.
  await Promise.allSettled([databaseUrl, ...starts])
  const [ownerUrl] = await Promise.all([databaseUrl, ...starts])
  assertNotStopping()
  showProgress(embedded ? 'embedded PostgreSQL is running' : 'connecting to your PostgreSQL')
  return ownerUrl
}

async function prepareDatabase(ownerUrl: string): Promise<void> {
  const poolUrl = config.DATABASE_POOL_URL
  if (config.MIGRATE_ON_START) {
    const applied = await migrate({ ownerUrl, poolUrl, log })
    if (applied.length > 0) showProgress(`applied ${applied.length} migrations`)
  } else await assertMigrated(ownerUrl)
  assertNotStopping()
  if (poolUrl !== undefined) await assertSuitablePool(poolUrl, ownerUrl)
}

async function fillDemo(app: App, ownerUrl: string): Promise<void> {
  if (await seedDemo(app, { now: app.clock(), ownerUrl, size: config.DEMO_SIZE })) {
    await seedCharitySignUps(app)
    await seedHostedPage(app)
    await seedPayouts(app)
    await seedGiftAidClaims(app)
    await seedPublicLedger(app)
    await flagsServer.setFlag(app, 'share-could-raise', demoShareFigure)
    showProgress('created the demo charities, fundraisers and donations')
  }
  // Not on a copy of real data, because its ledger must contain no invented donor.
  if (!app.providers.first.movesMoney && (await hasDemo(app.database.pool))) await seedRegularGiver(app)
}

async function start(): Promise<void> {
  const ownerUrl = await startServers()
  await prepareDatabase(ownerUrl)
  const poolUrl = config.DATABASE_POOL_URL
  const connection = {
    url: poolUrl ?? ownerUrl,
    isPooled: poolUrl !== undefined,
    log,
    max: config.DATABASE_POOL,
    name: config.ROLE,
  }
  database = openDatabase(connection)
  if (config.MODE === 'production' && (await hasDemo(database.pool))) throw new Error(demoInProductionProblem)
  const jobs = createApp(config, database, log, connectStandby(database))
  if (config.MODE === 'demo' && runsWeb) await fillDemo(jobs, ownerUrl)
  assertNotStopping()
  const app = runsWeb ? await startWeb(connection) : jobs
  const metricsPort = metricsPortOf(config)
  if (metricsPort !== undefined) {
    metricsServer = createMetricsServer(app)
    await metricsServer.listen({ port: metricsPort, host: config.METRICS_HOST })
  }
  if (runsWorker) await startWorker(jobs, ownerUrl)
  if (embedded) watchDatabase(embedded)
  await startRecordingSecrets(jobs, config)
  await sayReady(app)
}

/** Connects to the standby of a database; undefined without `DATABASE_READ_URL`. */
function connectStandby({ pool: primary }: Database, queryTimeoutMs?: number): Standby | undefined {
  const { DATABASE_READ_URL: url, DATABASE_POOL: max } = config
  const standby = url === undefined ? undefined : openStandby({ url, log, max, primary, queryTimeoutMs })
  if (standby) standbys.push(standby)
  return standby
}

async function startWeb(connection: DatabaseOptions): Promise<App> {
  // Jobs and the seed have no time limit; a request gets a response within 10 s, even while the database is frozen.
  requestDatabase = openDatabase({ ...connection, queryTimeoutMs: config.QUERY_TIMEOUT_MS })
  // A request that a standby fails still ends within the time of two queries.
  const standby = connectStandby(requestDatabase, config.QUERY_TIMEOUT_MS / 2)
  const app = createApp(config, requestDatabase, log, standby)
  fastify = await createServer(app, { isDevelopment, withPages: config.PAGES })
  // Web processes on one machine share its port, and Linux distributes the connections. A second `all` process is a
  // mistake and fails.
  const sharesPort = config.ROLE === 'web' && process.platform === 'linux'
  await fastify.listen({ port: config.PORT, host: config.HOST, ...(sharesPort ? { reusePort: true } : {}) })
  return app
}

async function sayReady(app: App): Promise<void> {
  const parts = [
    `version ${productVersion}`,
    config.MODE,
    config.ROLE === 'all' ? '' : config.ROLE,
    embedded ? 'embedded PostgreSQL' : 'your PostgreSQL',
    `${config.PAYMENTS.join(' and ')} payments`,
    metricsServer ? `metrics at ${metricsServer.listeningOrigin}/metrics` : '',
  ].filter(Boolean)
  const timing = `${secondsSinceStart()} s; ${parts.join(', ')}`
  if (!runsWeb) return console.log(`${config.PRODUCT_NAME} worker is ready (${timing})`)
  const hasGuide = config.LOG_FORMAT === 'text' && config.MODE === 'demo'
  const guide = hasGuide
    ? `\n${demoGuide({ origin: app.origin, sandboxUrl: config.sandboxes[0]?.url, hasDemo: await hasDemo(app.database.pool) })}`
    : ''
  console.log(`${config.PRODUCT_NAME} is ready at ${config.BASE_URL} (${timing})${guide}`)
}

async function startWorker(app: App, url: string): Promise<void> {
  loops = startLoops(app)
  const store = openArchive(config)
  if (store)
    archiver = startArchiver({
      store,
      dataDir: config.DATA_DIR,
      ownerUrl: url,
      days: config.ARCHIVE_DAYS,
      log,
      clock: app.clock,
    })
  jobsPool = openPool({ url, log, max: 4, name: 'jobs', plainTypes: true })
  jobLeases = keepJobLeases(jobsPool, log)
  runner = await run({
    pgPool: jobsPool,
    events: jobLeases.events,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5000,
    taskList: taskList(app),
    parsedCronItems: parseCrontab(crontab),
    logger: new Logger(
      () => (level, message) =>
        level === 'error' || level === 'warning'
          ? log.warn({ worker: message }, 'message from the job queue')
          : undefined,
    ),
  })
}

/**
 * Stops accepting requests, completes those in progress (and the process's own start), then closes everything, the
 * database last.
 */
async function stop(signal: string): Promise<void> {
  if (isStopping) return
  isStopping = true
  log.info({ signal }, 'stopping')
  showProgress('stopping')
  endAfterPatience()
  await starting.catch(() => undefined)
  await closeAll()
  process.exit(0)
}

const endAfterPatience = () => setTimeout(() => process.exit(1), 15_000).unref()

async function closeAll(): Promise<void> {
  await fastify?.close()
  await loops?.stop()
  await archiver?.stop()
  await runner?.stop()
  jobLeases?.stop()
  await jobsPool?.end()
  await metricsServer?.close()
  banks.end()
  for (const standby of standbys) await standby.close()
  await requestDatabase?.close()
  await database?.close()
  await embedded?.stop()
  await archiver?.shipLast()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
process.on('unhandledRejection', (error) => log.error({ error }, 'an unhandled promise rejection'))

const starting = start()
try {
  await starting
} catch (error) {
  // If the process was asked to stop meanwhile, `stop` closes everything.
  if (!isStopping) {
    console.error(describeError(error))
    log.error({ error }, 'startup failed')
    isStopping = true
    endAfterPatience()
    await closeAll().catch(() => undefined)
    process.exit(1)
  }
}
