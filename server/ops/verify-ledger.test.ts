import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
