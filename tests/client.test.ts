import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { clientText } from '../scripts/client.ts'
import { createTestApp, type TestApp } from './support/app.ts'

const folder = new URL('../clients/typescript/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')

let installation: TestApp
let origin: string
let key: string
beforeAll(async () => {
  const paidAt = new Date('2026-11-02T12:00:00Z')
  installation = await createTestApp({ withSandbox: true, clock: () => paidAt })
  origin = await installation.fastify.listen({ port: 0, host: '127.0.0.1' })
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const organizationId = String(campaign.organization_id)
  const { token } = await aMemberOf(installation, organizationId, 'owner')
  const { body } = await ask(installation, token, 'POST', `/v4/organizations/${organizationId}/api-keys`, {
    name: 'Client',
    scopes: ['donations:read'],
    expiresInDays: 30,
  })
  key = (body as unknown as { key: string }).key
  await refundHelpers(installation).donation(campaign.id, {
    guest: { email: 'amina@example.org', name: 'Amina Yusuf' },
  })
  await recordChanges(installation.app)
})
afterAll(() => installation.close())

test('the types of the client are those of the contract: run `npx node scripts/client.ts`', () => {
  expect(read('calls.ts')).toBe(clientText())
})

describe.each([
  ['list-donations', /^2026-\d\d-\d\d Amina Yusuf 2000 GBP\n$/],
  ['copy-changes', /^2\S+Z \S{36} paid 2000 0 GBP\n$/],
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

/** Returns the code block of the guide that contains a text. */
const exampleWith = (text: string) =>
  readFileSync('docs/api.md', 'utf8')
    .split('```\n')
    .find((block) => block.includes(text)) ?? ''

test('the program of the guide lists the donations of a year', { timeout: 60_000 }, async () => {
  const work = mkdtempSync(path.join(os.tmpdir(), 'sunbul-guide-'))
  const file = path.join(work, 'list.mjs')
  writeFileSync(file, exampleWith('while (before !== null)').replace('https://give.example.org', origin))
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { SUNBUL_KEY: key } })
  rmSync(work, { recursive: true })
  expect(stdout).toMatch(/^2026-\d\d-\d\d Amina Yusuf 2000 GBP\n$/)
})
