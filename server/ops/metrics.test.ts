import fs from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'
import type { App } from '../app.ts'
import { openDatabase } from '../database/db.ts'
import { createMetricsServer } from './metrics.ts'
import { migrationNames } from '../database/migrate.ts'
import { createServer } from '../server.ts'

const warnings: { readonly facts: unknown; readonly text: string }[] = []
let installation: TestApp
/** The same app with an unreachable database at an address that must not appear. */
let apart: App
beforeAll(async () => {
  const log = { ...silentLog, warn: (fields: object, text: string) => void warnings.push({ facts: fields, text }) }
  installation = await createTestApp({ log })
  apart = {
    ...installation.app,
    database: openDatabase({ url: 'postgres://sunbul_owner@127.0.0.1:1/sunbul', log: silentLog }),
  }
})
afterAll(async () => {
  await apart.database.close()
  await installation.close()
})

const metricsOf = async (app: App) => {
  const server = createMetricsServer(app)
  const { statusCode, body } = await server.inject('/metrics')
  await server.close()
  return { statusCode, body }
}

test('metrics of the process are available without the database, and outdated ones are omitted', async () => {
  expect((await metricsOf(installation.app)).body).toMatch(/^sunbul_waiting\{what="outbox"\} \d+$/m)
  const { statusCode, body } = await metricsOf(apart)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^sunbul_database_up 0$/m)
  expect(body).toMatch(/^process_cpu_seconds_total /m)
  expect(body).not.toMatch(/^sunbul_(waiting|plans_kill_switch)\{/m)
  expect((await metricsOf(installation.app)).body).toMatch(/^sunbul_database_up 1$/m)
})

test('the readiness check names missing dependencies; only the log has their addresses', async () => {
  const fastify = await createServer(apart, { isDevelopment: false, withPages: false })
  const answer = await fastify.inject('/readyz')
  await fastify.close()
  expect(answer.statusCode).toBe(503)
  expect(
    answer
      .json()
      .checks.filter(({ ok }: { ok: boolean }) => !ok)
      .map(({ name }: { name: string }) => name),
  ).toEqual(['database', 'migrations', 'outbox'])
  expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONNREFUSED|sunbul_owner/)
  expect(warnings.filter(({ text }) => text === 'a readiness check failed')).toHaveLength(3)
})

test('a newer version on disk doesn’t make a running process unready', async () => {
  const fastify = await createServer(installation.app, { isDevelopment: false, withPages: false })
  const onDisk = vi
    .spyOn(fs, 'readdirSync')
    .mockReturnValue([...migrationNames(), '29990101T0000_of_tomorrow.sql'] as never)
  const answer = await fastify.inject('/readyz')
  onDisk.mockRestore()
  await fastify.close()
  expect(answer.json().checks).toContainEqual(expect.objectContaining({ name: 'migrations', ok: true }))
  expect(answer.statusCode).toBe(200)
})

test('basket payments are counted like donations', async () => {
  const payload = { tokens: [{ type: 'card', token: 'pm_card_visa' }] }
  const url = '/v4/checkout/guest/baskets/01930000-0000-7000-8000-000000000001/checkout'
  const countOf = async (code: string) =>
    Number(
      new RegExp(`^sunbul_donation_outcomes_total\\{outcome="${code}"\\} (\\d+)$`, 'm').exec(
        (await metricsOf(installation.app)).body,
      )?.[1] ?? 0,
    )
  const submit = async () =>
    (
      await installation.fastify.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'idempotency-key': 'nobody’s basket' },
      })
    ).json()
  const { code } = (await submit()) as { code: string }
  // The metric counts the whole process, which refused other requests before.
  const before = await countOf(code)
  expect(before).toBeGreaterThan(0)
  await submit()
  expect(await countOf(code)).toBe(before + 1)
})

test('failed jobs are counted', async () => {
  const { rows } = await installation.database.database.pool.query<{ id: bigint }>(
    `select id from graphile_worker.add_job('subscriptions:send_notice', '{}', max_attempts => 2)`,
  )
  expect((await metricsOf(installation.app)).body).toMatch(/^sunbul_waiting\{what="given-up-jobs"\} 0$/m)
  await installation.database.database.pool.query('select graphile_worker.permanently_fail_jobs(array[$1::bigint])', [
    rows[0]!.id,
  ])
  expect((await metricsOf(installation.app)).body).toMatch(/^sunbul_waiting\{what="given-up-jobs"\} 1$/m)
})
