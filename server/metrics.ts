import client from 'prom-client'
import type { FastifyInstance } from 'fastify'
import type { App } from './app.ts'

const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = client

export const registry = new Registry()
const durations = new Histogram({ name: 'sunbul_http_seconds', help: 'How long answers took', labelNames: ['method', 'route', 'status'], buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10], registers: [registry] })
export const giftOutcomes = new Counter({ name: 'sunbul_gift_outcomes_total', help: 'What came of presses of the button', labelNames: ['outcome'], registers: [registry] })

/** `/metrics` for Prometheus: processes, answers, gifts, and how much work waits. */
export function registerMetrics(fastify: FastifyInstance, app: App): void {
  collectDefaultMetrics({ register: registry })
  const waiting = new Gauge({
    name: 'sunbul_waiting',
    help: 'Work that waits',
    labelNames: ['what'],
    registers: [registry],
    async collect() {
      const { rows } = await app.database.pool.query<{ what: string; n: number }>(
        `select 'outbox' as what, count(*)::int as n from outbox.event union all select 'mail', count(*)::int from notifications.mail where state = 'queued'
         union all select 'unknown-payments', count(*)::int from payments.attempt where state = 'UNKNOWN'`,
      )
      for (const { what, n } of rows) this.set({ what }, n)
    },
  })
  void waiting
  new Gauge({ name: 'sunbul_database_connections', help: 'Connections of this process', labelNames: ['state'], registers: [registry], collect() {
    this.set({ state: 'open' }, app.database.pool.totalCount)
    this.set({ state: 'idle' }, app.database.pool.idleCount)
    this.set({ state: 'waited-for' }, app.database.pool.waitingCount)
  } })
  fastify.addHook('onResponse', async (request, reply) => {
    durations.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
  fastify.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
}
