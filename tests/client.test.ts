import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { clientText } from '../scripts/client.ts'
import { createTestApp, type TestApp } from './support/app.ts'

const folder = new URL('../clients/typescript/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

let installation: TestApp
let origin: string
let key: string
beforeAll(async () => {
  installation = await createTestApp()
  origin = await installation.fastify.listen({ port: 0, host: '127.0.0.1' })
  const charity = await aSignedUpCharity(installation)
  const { body } = await ask(installation, charity.token, 'POST', `${charity.path}/api-keys`, {
    name: 'Client',
    scopes: ['donations:read'],
    expiresInDays: 30,
  })
  key = (body as unknown as { key: string }).key
})
afterAll(() => installation.close())

test('the types of the client are those of the contract: run `npx node scripts/client.ts`', () => {
  expect(read('calls.ts')).toBe(clientText())
})

describe.each([
  ['list-donations', /^$/],
  ['handle-refusals', /^403 api-key-scope This API key needs the scope payouts:read/],
])('the example %s', (name, output) => {
  const file = `examples/${name}.ts`

  test('is in the README', () => {
    expect(read('README.md')).toContain(`\`\`\`ts\n${read(file)}\`\`\``)
  })

  test('runs with a key [contract-16]', { timeout: 60_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [new URL(file, folder).pathname], {
      env: { SUNBUL_ORIGIN: origin, SUNBUL_KEY: key },
    })
    expect(stdout).toMatch(output)
  })
})
