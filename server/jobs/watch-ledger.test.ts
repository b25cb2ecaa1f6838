import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { silentLog } from '#tests/support/database.ts'
import { createMetricsServer } from '../ops/metrics.ts'
import { watchLedger } from './watch-ledger.ts'

const errors: { readonly facts: object; readonly text: string }[] = []
let installation: TestApp
beforeAll(async () => {
  const log = { ...silentLog, error: (fields: object, text: string) => void errors.push({ facts: fields, text }) }
  installation = await createTestApp({ withSandbox: true, log })
})
afterAll(() => installation.close())

const metrics = async () => {
  const server = createMetricsServer(installation.app)
  const { body } = await server.inject('/metrics')
  await server.close()
  return body
}
const broken = () => errors.filter(({ text }) => text.startsWith('a ledger check failed'))

test('a lasting ledger breach is logged and counted, a transient one is not', async () => {
  await refundHelpers(installation).donation((await aCampaign(installation.app)).id)
  await watchLedger(installation.app, { pauseMs: 0 })
  expect(broken()).toEqual([])
  expect(await metrics()).toMatch(/^sunbul_ledger_breaches\{check="Q1"\} 0$/m)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  const change = (by: number) =>
    owner.query(
      `set session_replication_role = replica; update ledger.entry set amount = amount + ${by} where line = 1; set session_replication_role = origin`,
    )
  await change(1)
  const looking = watchLedger(installation.app, { pauseMs: 1500 })
  await new Promise((resolve) => setTimeout(resolve, 700))
  await change(-1)
  await looking
  expect(broken()).toEqual([])
  await change(1)
  await watchLedger(installation.app, { pauseMs: 0 })
  await owner.end()
  expect(broken().map(({ text }) => text)).toContainEqual(
    expect.stringContaining("Q1: ledger transactions that don't balance"),
  )
  const figures = await metrics()
  expect(figures).toMatch(/^sunbul_ledger_breaches\{check="Q1"\} 1$/m)
  expect(figures).toMatch(/^sunbul_ledger_breaches\{check="Q2"\} 0$/m)
  expect(figures).toMatch(/^sunbul_ledger_checked_seconds \d/m)
})
