import Fastify, { type FastifyInstance } from 'fastify'
import client from 'prom-client'
import { readArchiveStatus } from '../archive/archive-status.ts'
import { registerTlsAllowed } from '../tenants/tls-allowed.ts'
import type { App } from '../app.ts'

const registry = new client.Registry()
client.collectDefaultMetrics({ register: registry })

const durations = new client.Histogram({
  name: 'sunbul_http_seconds',
  help: 'How long answers took',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
})

export const donationOutcomes = new client.Counter({
  name: 'sunbul_donation_outcomes_total',
  help: 'Outcomes of requests to donate and to pay a basket: succeeded, challenge, unknown, or the code of a refusal',
  labelNames: ['outcome'],
  registers: [registry],
})

export const abortedRequests = new client.Counter({
  name: 'sunbul_http_aborted_total',
  help: 'Requests whose client disconnected before they were read',
  registers: [registry],
})

let measuredApp: App | undefined

/**
 * Runs a query; undefined while the database is unavailable. Metrics of the process itself matter most then, and an
 * outdated figure would mislead.
 */
async function queryOrUndefined<Row extends object>(text: string): Promise<Row[] | undefined> {
  try {
    return (await measuredApp?.database.pool.query<Row>(text))?.rows
  } catch {
    return undefined
  }
}

new client.Gauge({
  name: 'sunbul_database_up',
  help: '1 if the database is reachable; otherwise its metrics are omitted',
  registers: [registry],
  async collect() {
    if (measuredApp) this.set((await queryOrUndefined('select 1')) ? 1 : 0)
  },
})

new client.Gauge({
  name: 'sunbul_waiting',
  help: 'Work that waits',
  labelNames: ['what'],
  registers: [registry],
  async collect() {
    const rows = await queryOrUndefined<{ what: string; n: number }>(
      `
        select 'outbox' as what, count(*)::int as n
        from outbox.event
        where failed_at is null
        union all
        select 'failed-events', count(*)::int
        from outbox.event
        where failed_at is not null
        union all
        select 'changes', count(*)::int
        from change_feed.pending
        union all
        select 'mail', count(*)::int
        from notifications.mail
        where state = 'queued'
        union all
        select 'unknown-payments', count(*)::int
        from payments.attempt
        where state = 'UNKNOWN'
        union all
        select 'manual-review', count(*)::int
        from refunds.manual_review
        where resolved_at is null
        union all
        select 'given-up-jobs', count(*)::int
        from graphile_worker.jobs
        where locked_at is null and attempts >= max_attempts
        union all
        select 'due-donations', count(*)::int
        from subscriptions.occurrence
        where state = 'SCHEDULED' and due_at <= now()
      `,
    )
    this.reset()
    for (const { what, n } of rows ?? []) this.set({ what }, n)
  },
})

new client.Gauge({
  name: 'sunbul_ledger_breaches',
  help: 'Findings of the last hourly ledger check, by check; anything but 0 needs attention',
  labelNames: ['check'],
  registers: [registry],
  async collect() {
    const rows = await queryOrUndefined<{ name: string; breaches: number }>(
      'select name, breaches from ledger.last_check',
    )
    this.reset()
    for (const { name, breaches } of rows ?? []) this.set({ check: name }, breaches)
  },
})

new client.Gauge({
  name: 'sunbul_ledger_checked_seconds',
  help: 'Time of the last ledger check, in seconds since 1970',
  registers: [registry],
  async collect() {
    const rows = await queryOrUndefined<{ at: string | null }>(
      'select extract(epoch from min(checked_at))::text as at from ledger.last_check',
    )
    this.reset()
    if (rows?.[0]?.at) this.set(Number(rows[0].at))
  },
})

new client.Gauge({
  name: 'sunbul_plans_kill_switch',
  help: '1 while charging of subscriptions is stopped, by reason',
  labelNames: ['reason'],
  registers: [registry],
  async collect() {
    const rows = await queryOrUndefined<{ reason: string }>('select reason from subscriptions.kill_switch')
    this.reset()
    for (const { reason } of rows ?? []) this.set({ reason }, 1)
    if (rows?.length === 0) this.set({ reason: 'none' }, 0)
  },
})

new client.Gauge({
  name: 'sunbul_archive_seconds',
  help: 'Age of the oldest write-ahead log segment that is not in the archive (waiting), and of the newest base backup',
  labelNames: ['what'],
  registers: [registry],
  collect() {
    this.reset()
    if (measuredApp?.config.ARCHIVE === undefined) return
    const { waiting, baseBackup } = readArchiveStatus(measuredApp.config.DATA_DIR, measuredApp.clock())
    this.set({ what: 'waiting' }, waiting)
    this.set({ what: 'base-backup' }, baseBackup)
  },
})

new client.Gauge({
  name: 'sunbul_standby_usable',
  help: '1 if visitors read from the standby (DATABASE_READ_URL), 0 while it is skipped, by state',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    this.reset()
    const state = measuredApp?.standby?.state()
    if (state !== undefined) this.set({ state }, state === 'usable' ? 1 : 0)
  },
})

new client.Gauge({
  name: 'sunbul_standby_lag_seconds',
  help: 'By how much the standby is behind the primary, to within a second; missing until it was current once',
  registers: [registry],
  collect() {
    this.reset()
    const lagMs = measuredApp?.standby?.lagMs()
    // Without a label, reset() leaves a 0.
    this.remove()
    if (lagMs !== undefined && Number.isFinite(lagMs)) this.set(lagMs / 1000)
  },
})

new client.Counter({
  name: 'sunbul_standby_retries_total',
  help: 'Reads that the standby cancelled or lost, and that the primary repeated',
  registers: [registry],
  collect() {
    this.reset()
    this.inc(measuredApp?.standby?.retries() ?? 0)
  },
})

new client.Gauge({
  name: 'sunbul_database_connections',
  help: 'Connections of this process',
  labelNames: ['state'],
  registers: [registry],
  collect() {
    if (!measuredApp) return
    this.set({ state: 'open' }, measuredApp.database.pool.totalCount)
    this.set({ state: 'idle' }, measuredApp.database.pool.idleCount)
    this.set({ state: 'waited-for' }, measuredApp.database.pool.waitingCount)
  },
})

/** Measures the duration of every response by route. In a demo only, `/metrics` is on the public port. */
export function registerMetrics(fastify: FastifyInstance, app: App): void {
  measuredApp = app
  fastify.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    )
    done()
  })
  if (app.config.MODE !== 'production') answerMetrics(fastify)
}

/**
 * Creates the server for Prometheus on its own port (`METRICS_PORT`), for production and for workers, which serve
 * nothing else. A proxy also asks it whether a host may get a certificate.
 */
export function createMetricsServer(app: App): FastifyInstance {
  measuredApp = app
  const fastify = Fastify({ logger: false })
  answerMetrics(fastify)
  registerTlsAllowed(fastify, app)
  return fastify
}

function answerMetrics(fastify: FastifyInstance): void {
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
