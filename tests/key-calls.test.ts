import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { contract } from '#modules/contract.ts'
import { ask, aSignedUpCharity } from '#modules/organizers/charities/testing.ts'
import { organizationScopes } from '#shared/api-keys/scopes.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './support/app.ts'

const calls = (Object.entries(contract) as [string, Endpoint][]).map(([name, { scope }]) => ({ name, scope }))
/** Half of the random calls are those that some key can make. */
const anyCall = fc.oneof(
  fc.constantFrom(...calls),
  fc.constantFrom(...calls.filter(({ scope }) => scope !== undefined)),
)

let installation: TestApp
let keys: readonly { readonly scope: string; readonly key: string }[]
/** Ids of charity A, whose keys call, and of charity B. */
let ids: readonly { readonly organizationId: string; readonly subdomain: string; readonly campaignId: string }[]
beforeAll(async () => {
  installation = await createTestApp()
  const [ofA, ofB] = [
    await aSignedUpCharity(installation, { name: 'Rahma of Reading' }),
    await aSignedUpCharity(installation, { name: 'Zubaydah of Zanzibar' }),
  ]
  const idsOf = async ({ id, subdomain }: typeof ofA, name: string) => {
    const campaign = await aCampaign(installation.app, { organization_id: BigInt(id), name })
    return { organizationId: id, subdomain, campaignId: String(campaign.id) }
  }
  ids = [await idsOf(ofA, 'Wells of Rahma'), await idsOf(ofB, 'Wells of Zubaydah')]
  keys = await Promise.all(
    organizationScopes.map(async (scope) => {
      const { body } = await ask(installation, ofA.token, 'POST', `${ofA.path}/api-keys`, {
        name: scope,
        scopes: [scope],
        expiresInDays: 0,
      })
      return { scope, key: (body as unknown as { key: string }).key }
    }),
  )
})
afterAll(() => installation.close())

/** Counts the rows of every table, except what each request writes: its limit, and jobs. */
async function countRows(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; count: string }>`
    select
      t.table_schema || '.' || t.table_name as name,
      (xpath('/row/c/text()', query_to_xml('select count(*) as c from ' || quote_ident(t.table_schema) || '.' || quote_ident(t.table_name), false, true, '')))[1]::text as count
    from information_schema.tables t
    where t.table_type = 'BASE TABLE'
      and t.table_schema not in ('pg_catalog', 'information_schema', 'graphile_worker')
      and t.table_name <> 'call_count'
  `.execute(installation.app.db)
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

test('random calls with keys never see another charity, and change nothing with a read scope [security-21]', async () => {
  const before = await countRows()
  await fc.assert(
    fc.asyncProperty(
      anyCall,
      fc.nat({ max: organizationScopes.length - 1 }),
      fc.boolean(),
      fc.uuid({ version: 7 }),
      async ({ name, scope }, which, isOther, uuid) => {
        const { key, scope: own } = keys[which]!
        if (own === 'offline-donations:write') return
        const values: Record<string, string> = ids[isOther ? 1 : 0]!
        const [method, path] = name.split(' ') as ['GET' | 'POST', string]
        const { status, text } = await ask(
          installation,
          key,
          method,
          path.replace(/:(\w+)/g, (_, parameter: string) => values[parameter] ?? uuid),
          values,
        )
        expect(text).not.toContain('Zubaydah')
        expect(status).not.toBe(500)
        if (status === 200) expect([own, 'any-key']).toContain(scope)
      },
    ),
    { numRuns: 1000, seed: 52 },
  )
  expect(await countRows()).toEqual(before)
}, 120_000)
