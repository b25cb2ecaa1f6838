import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { contract } from '#modules/contract.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { accountScopes, organizationScopes } from '#shared/api-keys/scopes.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'
import { sampleInput } from './support/sample-input.ts'

const calls = (Object.entries(contract) as [string, Endpoint][]).map(([name, endpoint]) => ({ name, ...endpoint }))
/** Half of the random calls are those that some key can make. */
const anyCall = fc.oneof(
  fc.constantFrom(...calls),
  fc.constantFrom(...calls.filter(({ scope }) => scope !== undefined)),
)
/** A body with valid values of the call, or any JSON. */
const anyBody = fc.option(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 })), { freq: 3 })
const scopes = [...organizationScopes, ...accountScopes]
const anyScope = fc.constantFrom(...scopes)

let installation: TestApp
let keys: ReadonlyMap<string, string>
/** Ids of charity A, whose keys call, and of charity B. */
let ids: readonly Readonly<Record<string, string>>[]
/** Ids of rows of each charity, for parameters of other names. */
let rows: readonly (readonly string[])[]
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
  const helpers = refundHelpers(installation)
  const aCharity = async (name: string) => {
    const { id, slug } = await anOrganization(installation.app, { name })
    return { id: String(id), subdomain: slug, ...(await aMemberOf(installation, String(id), 'owner')) }
  }
  const [ofA, ofB] = [await aCharity('Rahma of Reading'), await aCharity('Zubaydah of Zanzibar')]
  const idsOf = async ({ id, subdomain, token }: typeof ofA, name: string) => {
    const campaign = await aCampaign(installation.app, { organization_id: BigInt(id), name, ends_at: null })
    const campaignId = String(campaign.id)
    const guest = { email: `${name.slice(-4)}@example.org`, name }
    const { donationId, intentId } = await helpers.donation(campaignId, { guest })
    await helpers.refund(await helpers.staff(), intentId)
    await helpers.drain()
    const { body } = await ask(installation, token, 'POST', `/v4/organizations/${subdomain}/hosted-pages`, {
      title: name,
      category: 'community',
    })
    const { slug } = body as unknown as { slug: string }
    await ask(installation, token, 'POST', '/api/projectadmin/offlineDonation', {
      id: campaignId,
      amount: '12',
      currency: campaign.currency,
      receivedOn: '2026-11-01',
      donorName: name,
      method: 'cash',
      note: name,
    })
    return { organizationId: id, subdomain, campaignId, donationId, intentId, slug, id: campaignId }
  }
  ids = [await idsOf(ofA, 'Wells of Rahma'), await idsOf(ofB, 'Wells of Zubaydah')]
  while ((await recordChanges(installation.app)) > 0);
  rows = await Promise.all(
    ids.map(async ({ organizationId }) =>
      (
        await sql<{ id: string }>`
          select h.object_id as id
          from change_feed.change h
          where h.organization_id = ${organizationId ?? ''}::bigint
        `.execute(installation.app.db)
      ).rows.map(({ id }) => id),
    ),
  )
  const isOfCharity = (scope: string) => organizationScopes.some((known) => known === scope)
  keys = new Map(
    await Promise.all(
      scopes.map(async (scope) => {
        const path = isOfCharity(scope) ? `/v4/organizations/${ofA.id}/api-keys` : '/v4/api-keys'
        const { body } = await ask(installation, ofA.token, 'POST', path, {
          name: scope,
          scopes: [scope],
          expiresInDays: 0,
        })
        return [scope, (body as unknown as { key: string }).key] as const
      }),
    ),
  )
})
afterAll(() => installation.close())

/** Hashes the rows of every table, except what each request writes: the key's last use, its limit, and jobs. */
async function hashTables(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string; hash: string }>`
    select
      t.table_schema || '.' || t.table_name as name,
      query_to_xml(
        format('select md5(string_agg(x::text, chr(10) order by x::text)) from %I.%I x', t.table_schema, t.table_name),
        true,
        true,
        ''
      )::text as hash
    from information_schema.tables t
    where t.table_type = 'BASE TABLE'
      and t.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and t.table_name not in ('call_count', 'api_key')
  `.execute(installation.app.db)
  return Object.fromEntries(tables.map(({ name, hash }) => [name, hash]))
}

/** Makes random calls, and expects that none returns anything of charity B or is open to another scope. */
const makeCalls = (anyOwn: fc.Arbitrary<(typeof scopes)[number]>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(
      anyCall,
      anyOwn,
      fc.boolean(),
      fc.nat(),
      anyBody,
      async ({ name, scope, input }, own, isOther, nth, random) => {
        const which = isOther ? 1 : 0
        const known = ids[which]!
        const [method, path] = name.split(' ') as ['GET' | 'POST', string]
        const url = path.replace(
          /:(\w+)/g,
          (_, parameter: string) => known[parameter] ?? rows[which]![nth % rows[which]!.length]!,
        )
        const body = random ?? { ...sampleInput(input, known), ...known }
        const { status, text } = await ask(installation, keys.get(own)!, method, url, body)
        expect(text).not.toContain('Zubaydah')
        expect(status).not.toBe(500)
        if (!isOther) for (const id of rows[1]!) expect(text).not.toContain(id)
        if (status === 200) {
          expect([own, 'any-key']).toContain(scope)
          if (scope !== 'any-key') expect(isOther && /:(organizationId|subdomain|campaignId)/.test(path)).toBe(false)
        }
      },
    ),
    { numRuns, seed: 52 },
  )

test('a charity’s rows are where random calls could find them', async () => {
  expect(rows.map((found) => found.length)).toEqual([expect.any(Number), expect.any(Number)])
  for (const found of rows) expect(found.length).toBeGreaterThanOrEqual(5)
  for (const scope of ['donations', 'donors', 'refunds', 'receipts', 'pages', 'offline-donations']) {
    const kind = scope === 'refunds' || scope === 'receipts' ? 'donations' : scope
    const { organizationId } = ids[0]!
    const { text } = await ask(
      installation,
      keys.get(`${kind}:read`)!,
      'GET',
      `/v4/organizations/${organizationId}/changes/${scope}`,
    )
    expect([scope, text.includes('"updatedAt"')]).toEqual([scope, true])
  }
})

test('2,500 random calls never see another charity, and change nothing with a read scope [security-21]', async () => {
  const before = await hashTables()
  await makeCalls(
    anyScope.filter((scope) => scope.endsWith(':read')),
    2500,
  )
  expect(await hashTables()).toEqual(before)
}, 120_000)

test('random calls with a write scope never see another charity [security-21]', async () => {
  await makeCalls(
    anyScope.filter((scope) => scope.endsWith(':write')),
    100,
  )
}, 60_000)
