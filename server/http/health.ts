import { one } from '#shared/collections.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { migrationNames, pendingMigrations } from '../database/migrate.ts'

type Check = { readonly name: string; readonly ok: boolean; readonly ms: number; readonly text: string }

/** A failed check. The message is public, so it names no host, user or file; the log does. */
class CheckFailed extends Error {}

/**
 * Registers `/livez`, which responds while the process runs, and `/readyz`, which names each dependency and responds
 * with 503 if one is missing.
 */
export function registerHealth(fastify: FastifyInstance, app: App): void {
  // Read at start: a newer version installed on disk must not make a running process unready.
  const expectedMigrations = migrationNames()
  fastify.get('/livez', async () => ({ ok: true }))
  fastify.get('/readyz', async (_request, reply) => {
    const checks = await Promise.all([
      check('database', async () => void (await app.database.pool.query('select 1'))),
      check('migrations', async () => {
        const pending = await pendingMigrations(app.database.pool, expectedMigrations)
        if (pending.length > 0) throw new CheckFailed(`${pending.length} to apply`)
      }),
      check('outbox', async () => {
        // Failed events, and those queued behind them, are retried or reviewed, so they don't mean that no worker runs.
        const { rows } = await app.database.pool.query<{ age: number | null }>(
          `
            select extract(epoch from now() - min(occurred_at))::int as age
            from outbox.event e
            where attempts = 0
              and not exists (
                select
                from outbox.event earlier
                where earlier.attempts > 0
                  and earlier.id < e.id
                  and earlier.payload ->> 'intentId' = e.payload ->> 'intentId'
              )
          `,
        )
        if ((rows[0]?.age ?? 0) > 300)
          throw new CheckFailed(`the oldest event has waited for ${one(rows).age} s: is a worker running?`)
      }),
      // Doesn't contact the provider, because its outage must not take the pages offline.
      check('payments', async () => {
        for (const { publicConfiguration } of app.providers.all) {
          const { provider, publishableKey, origin } = publicConfiguration
          if (!publishableKey || !origin) throw new CheckFailed(`${provider} is not configured`)
        }
      }),
    ])
    const ok = checks.every((check) => check.ok)
    return reply.code(ok ? 200 : 503).send({ ok, checks })
  })

  async function check(name: string, work: () => Promise<void>): Promise<Check> {
    const before = performance.now()
    try {
      await work()
      return { name, ok: true, ms: Math.round(performance.now() - before), text: '' }
    } catch (error) {
      if (!(error instanceof CheckFailed)) app.log.warn({ error, check: name }, 'a readiness check failed')
      return {
        name,
        ok: false,
        ms: Math.round(performance.now() - before),
        text: error instanceof CheckFailed ? error.message : 'check failed',
      }
    }
  }
}
