import type pg from 'pg'
import { charityDonorsServer } from '#modules/organizers/charity-donors/index-server.ts'
import { workspaceServer } from '#modules/organizers/workspace/index-server.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { type App, createApp } from '#server/app.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/db.ts'
import { one } from '#shared/collections.ts'

/** Donations that one statement adds. */
const batchSize = 200_000
const charityId = '800000000'
const silent = { debug() {}, info() {}, warn() {}, error() {} }

const firstNames =
  'Amina Yusuf Huda Bilal Leyla Omar Zahra Idris Mariam Hamza Noor Salma Tariq Aisha Khalid أمينة يوسف هدى مريم خالد'
const lastNames =
  'Khan Saleh Hassan Yilmaz Qureshi Diallo Rahman Begum Osman Haddad Malik Siddiqui Farah Nasser Aziz الحسن صالح عثمان'

const secondsSince = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(1)

/**
 * Adds a charity with a general fund, fundraisers, an owner and named donations of the last year; each donor gives
 * equally often, and some have the same name. Without payments, checks and triggers, because the database is deleted afterwards. Returns the owner.
 */
export async function addBusyCharity(
  { owner, databaseUrl }: { readonly owner: pg.Client; readonly databaseUrl: string },
  { donors, donations }: { readonly donors: number; readonly donations: number },
): Promise<string> {
  await owner.query('set session_replication_role = replica')
  await owner.query(`
    insert into organizations.organization overriding system value
    select (jsonb_populate_record(o, jsonb_build_object('id', ${charityId}, 'slug', 'bench-busy', 'is_own', false))).*
    from organizations.organization o
    where o.id = (select min(id) from organizations.organization where verification_state = 'verified');
    insert into campaigns.campaign overriding system value
    select (
      jsonb_populate_record(
        c,
        jsonb_build_object(
          'id', ${charityId} + n, 'slug', 'bench-busy-' || n, 'organization_id', ${charityId}, 'currency', 'GBP',
          'kind', case n when 0 then 'general-fund' else 'fundraiser' end
        )
      )
    ).*
    from generate_series(0, 9) n
    join campaigns.campaign c on c.id = (select min(id) from campaigns.campaign where kind = 'fundraiser' and status = 1)
  `)
  const { rows } = await owner.query<{ id: string }>(
    `
      with
        account as (
          insert into identity.account (id, email, first_name, created_at)
          values (uuidv7(), 'workspace-bench@example.org', 'Amina', now())
          returning id
        )
      insert into organizations.member (organization_id, account_id, role, added_at, owner_since)
      select $1, id, 'owner', now(), now() from account
      returning account_id as id
    `,
    [charityId],
  )
  // Indexes of random keys are built several times faster than they grow.
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i
    where i.indrelid = 'giving.donation'::regclass
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
  `)
  for (const { name } of indexes) await owner.query(`drop index ${name}`)
  let begun = performance.now()
  for (let done = 0; done < donations; done += batchSize)
    await owner.query(
      `
        insert into giving.donation (
          id, intent_id, attempt_id, line, campaign_id, donor_key, email, name, currency, gift, zakat_eligible, is_zakat,
          source, country, fee_schedule_version, payment_method, locale, given_at, share_address
        )
        select
          uuidv7(), uuidv7(), uuidv7(), 1, $4::bigint + n % 10, sha256((n % $3::int)::text::bytea),
          'donor-' || n % $3::int || '@example.org',
          ($5::text[])[1 + n % $3::int % 20] || ' ' || ($6::text[])[1 + n % $3::int / 20 % 18] || ' ' || n % $3::int / 360 % ($3::int / 400),
          'GBP', 500 + n % 9000, case when n % 4 = 0 then 400 else 0 end, n % 4 = 0,
          (array['share', 'email', 'embed', 'newsletter'])[1 + n % 4], (array['GB', 'US', 'DE', 'CA'])[1 + n % 4],
          'bench', 'card', 'en', now() - (hashint4(n) & 65535) % 364 * interval '1 day' - n % 86000 * interval '1 second', n % 2 = 0
        from generate_series($1::int, $2::int) n
      `,
      [done + 1, Math.min(done + batchSize, donations), donors, charityId, firstNames.split(' '), lastNames.split(' ')],
    )
  for (const { definition } of indexes) await owner.query(definition)
  await owner.query('set session_replication_role = origin')
  await owner.query('analyze giving.donation')
  await owner.query("set work_mem = '1GB'")
  console.log(`donations added: ${secondsSince(begun)} s`)
  begun = performance.now()
  await owner.query('select workspace.rebuild($1)', [charityId])
  console.log(`figures of days rebuilt: ${secondsSince(begun)} s`)
  await owner.query('select charity_donors.rebuild_texts(), charity_donors.rebuild_totals()')
  const database = openDatabase({ url: databaseUrl, max: 1, name: 'bench', log: silent })
  begun = performance.now()
  // The worker's batches of 2,000 would take most of an hour for ten million donations.
  const atOnce = donations > 1_000_000 ? 100_000 : 2000
  while ((await charityDonorsServer.jobs.fillDonors(database, atOnce)) > 0);
  console.log(`texts and figures of donors added in batches of ${atOnce} donations: ${secondsSince(begun)} s`)
  await database.close()
  await owner.query('vacuum analyze')
  return one(rows).id
}

/** Calls of a charity's home and lists as its owner, by what they show. */
function casesOf(app: App, accountId: string): Readonly<Record<string, () => unknown>> {
  const viewer = { kind: 'account', accountId, hasSecondFactor: true } as AccountViewer
  const calls = { ...workspaceServer.handlers, ...charityDonorsServer.handlers }
  const call =
    <Name extends keyof typeof calls>(name: Name, input: object) =>
    () =>
      calls[name]({ app, viewer, input: { organizationId: charityId, ...input } } as never)
  const figures = 'GET /v4/organizations/:organizationId/figures'
  const donors = 'GET /v4/organizations/:organizationId/donors'
  const donations = 'GET /v4/organizations/:organizationId/donations'
  const page = { limit: 25 }
  return {
    'figures by day': call(figures, { view: 'day' }),
    'figures by month': call(figures, { view: 'month' }),
    donations: call(donations, page),
    'donations, by a frequent name': call(donations, { ...page, search: 'khan' }),
    'donations, by a name': call(donations, { ...page, search: 'Khan 12' }),
    'donations, by a rare name': call(donations, { ...page, search: 'Leyla Qureshi 9' }),
    'donations, by an unknown name': call(donations, { ...page, search: 'Zzyzx' }),
    'donations, of a frequent name and rare state': call(donations, { ...page, search: 'khan', state: 'refunded' }),
    'donations, of a zakat and day': call(donations, { ...page, zakat: 'yes', from: '2026-06-01', to: '2026-06-02' }),
    donors: call(donors, page),
    'donors, by a rare name': call(donors, { ...page, search: 'Leyla Qureshi 9' }),
    'donors, by a frequent name': call(donors, { ...page, search: 'khan' }),
    'donors, by an Arabic name': call(donors, { ...page, search: 'مريم الحسن' }),
    'donors, by an unknown name': call(donors, { ...page, search: 'Zzyzx' }),
    'donors, by a letter': call(donors, { ...page, search: 'a' }),
    'donors, major, by a name': call(donors, { ...page, search: 'khan', segment: 'major' }),
    'possible duplicates': call('GET /v4/organizations/:organizationId/donor-merges', {}),
    'donors, major': call(donors, { ...page, segment: 'major' }),
  }
}

/** Milliseconds of each call, and processor time of a call on average with PostgreSQL. */
type CallTimes = { readonly times: readonly number[]; readonly cpuMsPerOp: number }

/** Calls a charity's home and lists as its owner; returns how long the calls take, by what they show. */
export async function timeWorkspace(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  {
    accountId,
    rounds,
    postgresCpuMs,
  }: { readonly accountId: string; readonly rounds: number; readonly postgresCpuMs: () => number },
): Promise<ReadonlyMap<string, CallTimes>> {
  const database = openDatabase({ url: databaseUrl, max: 8, name: 'bench', log: silent })
  const app = createApp(loadConfig(environment), database, silent)
  const cases = casesOf(app, accountId)
  const measured = new Map<string, { times: number[]; cpuMs: number }>()
  const cpuMs = () => postgresCpuMs() + (process.cpuUsage().user + process.cpuUsage().system) / 1000
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(cases)) {
      const [begun, cpuBefore] = [performance.now(), cpuMs()]
      await run()
      // The first round warms up.
      const { times, cpuMs: total } = (round > 1 ? measured.get(name) : undefined) ?? { times: [], cpuMs: 0 }
      const took = performance.now() - begun
      measured.set(name, { times: [...times, took], cpuMs: total + cpuMs() - cpuBefore })
    }
  await database.close()
  return new Map(
    [...measured].map(([name, { times, cpuMs: total }]) => [name, { times, cpuMsPerOp: total / times.length }]),
  )
}
