import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { insertMembers } from '#modules/causes/organizations/index.ts'
import { contract } from '#modules/contract.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { sampleInput } from './support/sample-input.ts'

/** Texts that are no id of any row, encoded for a path. */
const malformed = [
  'abc',
  '-1',
  '1.5',
  '9'.repeat(30),
  '9223372036854775808',
  '00000000-0000-7000-8000-00000000000',
  '00000000-0000-7000-8000-00000000000g',
  '{00000000-0000-7000-8000-000000000000}',
  "1' or '1'='1",
  'x'.repeat(900),
  '١٢٣',
  '\0',
  '\ud800',
]

/** Path parameters that are no ids: names, codes and keys have forms of their own. */
const notIds = ['code', 'file', 'frequency', 'host', 'key', 'placeId', 'slug', 'subdomain', 'token', 'userName']

let installation: TestApp
let token: string
let own: Readonly<Record<string, string>>
beforeAll(async () => {
  installation = await createTestApp({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  const { app } = installation
  const session = await aSession(app, { isConfirmed: true, roles: ['admin'] })
  token = session.token
  const campaign = await aCampaign(app)
  const organizationId = campaign.organization_id as bigint
  const { accountId } = session.viewer
  await app.write(async (tx) => {
    await insertMembers(tx, [{ organizationId, accountId, role: 'owner', at: app.clock() }])
    await insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId, role: 'organizer', publicName: '', at: app.clock() },
    ])
  })
  own = { campaignId: String(campaign.id), organizationId: String(organizationId), userId: accountId }
})
afterAll(() => installation.close())

const noRow = '00000000-0000-7000-8000-000000000000'
const calls = Object.entries(contract) as [string, Endpoint][]
const idsOf = (name: string) => [...name.matchAll(/:(\w+)/g)].map(([, id]) => id!).filter((id) => !notIds.includes(id))

/** Fields of a body or query that hold an id, also those that may be missing. */
const idFields = ({ input }: Endpoint, name: string): string[] => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties).filter(
    (field) => /(id|ID|Id|_id|Ids|before|after|level)$/.test(field) && !name.includes(`:${field}`),
  )
}

async function ask(name: string, params: Readonly<Record<string, string>>, input: Readonly<Record<string, unknown>>) {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string]
  const url = path.replace(/:(\w+)/g, (_, key: string) =>
    encode(params[key] ?? own[key] ?? (/itemId|levelId|listId|^id$/.test(key) ? '1' : noRow)),
  )
  // Otherwise the call's limit would answer in place of the call.
  await installation.app.write((tx) => sql`delete from identity.call_count`.execute(tx))
  const query = new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const { statusCode } = await installation.fastify.inject({
    method,
    url: method === 'GET' ? `${url}?${query}` : url,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(input) }),
  })
  return statusCode
}
const encode = (text: string) => (text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80')

describe.each(calls.filter(([name]) => idsOf(name).length > 0))('%s', (name, { input }) => {
  test.each(idsOf(name))('returns 404 for a malformed %s [contract-13]', async (id) => {
    const known = sampleInput(input, own)
    const statuses = []
    for (const value of malformed) statuses.push([value, await ask(name, { [id]: value }, known)])
    expect(statuses.filter(([, status]) => status !== 404)).toEqual([])
  })
})

describe.each(calls.filter(([name, endpoint]) => idFields(endpoint, name).length > 0))('%s', (name, endpoint) => {
  test.each(idFields(endpoint, name))('refuses a malformed %s in its input [contract-13]', async (field) => {
    const known = sampleInput(endpoint.input, own)
    const statuses = []
    for (const value of malformed) statuses.push([value, await ask(name, {}, { ...known, [field]: value })])
    expect(statuses.filter(([, status]) => Number(status) >= 500)).toEqual([])
  })
})
