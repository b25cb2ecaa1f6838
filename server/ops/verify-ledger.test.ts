import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxProvider } from '#modules/money/payments/providers/sandbox/provider.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

const checkProvider = async (url: string) =>
  (
    await verifyLedger(database.ownerUrl, [
      sandboxProvider({
        name: 'sandbox',
        url,
        secretKey: 'sk_sandbox_test',
        publishableKey: 'pk_sandbox_test',
        webhookSecret: 'whsec_test',
        clock: () => new Date(),
      }),
    ])
  ).find(({ title }) => title.startsWith('Q5'))!

/** Starts a server that returns the same response to every request, in place of the sandbox provider. */
async function startProvider(status: number, body: string) {
  const server = createServer((_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body),
  )
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

test('a provider that is not running is skipped with a note', async () => {
  const provider = await startProvider(200, '{}')
  provider.close()
  expect(await checkProvider(provider.url)).toMatchObject({
    count: 0,
    note: expect.stringContaining('can’t be reached'),
  })
})

test.each([
  [401, '{"error":{"message":"Invalid API Key provided"}}'],
  [500, 'gone'],
  [200, 'a page of another site'],
])('a provider that answers %i, %s, is a finding, because its charges are unknown', async (status, body) => {
  const provider = await startProvider(status, body)
  expect(await checkProvider(provider.url)).toMatchObject({
    count: 1,
    rows: [{ provider: 'sandbox', status }],
    note: expect.stringContaining('no report'),
  })
  provider.close()
})

test('a charge of an unknown donation is no finding once its case is resolved and it is fully refunded', async () => {
  const report = (charges: readonly object[]) => startProvider(200, JSON.stringify({ data: charges }))
  const charge = { id: 'ch_lost', amount: 2000, currency: 'usd', refunded: 2000 }
  const check = async (charges: readonly object[]) => {
    const provider = await report(charges)
    const { count } = await checkProvider(provider.url)
    provider.close()
    return count
  }
  expect(await check([charge])).toBe(1)
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into refunds.manual_review (id, provider, provider_refund_id, amount, currency, reason, found_at)
     values (gen_random_uuid(), 'sandbox', 'ch_lost', 2000, 'USD', 'charge-unknown', now())`,
  )
  expect(await check([charge])).toBe(1)
  await owner.query('update refunds.manual_review set resolved_at = now()')
  await owner.end()
  expect(await check([charge])).toBe(0)
  expect(await check([{ ...charge, refunded: 1999 }])).toBe(1)
})
