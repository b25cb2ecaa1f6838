import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { aMemberOf, ask } from '#modules/organizers/charities/testing.ts'
import { guestPlans } from '#modules/recurring/subscriptions/agreement/donor/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { changedDonorsQuery, changesQuery } from './queries/changes.ts'
import { recordChanges } from './record-changes.ts'
import { recordKinds } from './rules/feed-position.ts'

type Item = Record<string, unknown> & { readonly id: string; readonly updatedAt: string }
type Page = { readonly items: Item[]; readonly next: string | null }

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
let plans: Awaited<ReturnType<typeof guestPlans>>
let organizationId: bigint
let wells: bigint
let finance: string
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = payoutHelpers(installation, clock)
  plans = await guestPlans(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app, { zakat_verified: true, ends_at: null })
  organizationId = campaign.organization_id
  wells = campaign.id
  finance = await member('finance')
})

const member = async (role: MemberRole, id = organizationId) => (await aMemberOf(installation, String(id), role)).token
const list = async (kind: string, query = '', { token = finance, id = organizationId } = {}): Promise<Page> => {
  while ((await recordChanges(installation.app)) > 0);
  const { status, body } = await ask(installation, token, 'GET', `/v4/organizations/${id}/changes/${kind}${query}`)
  expect([status, body]).toMatchObject([200, { items: expect.any(Array) }])
  return body as unknown as Page
}
const idsOf = ({ items }: Page) => items.map(({ id }) => id)
const pay = (over: object = {}) => {
  clock.move({ minutes: 1 })
  const guest = { email: `${installation.app.newId()}@example.org`, name: 'Leyla Məmmədova' }
  return helpers.donation(wells, { guest, ...over })
}

test('a changed donation moves to the end, and updated_since returns it again [contract-17]', async () => {
  const [first, second] = [await pay(), await pay({ anonymous: true })]
  const before = await list('donations')
  expect(before).toMatchObject({
    items: [
      { id: first.donationId, name: 'Leyla Məmmədova', state: 'paid', gift: 2000, receipt: expect.any(String) },
      { id: second.donationId, name: null, isAnonymous: true },
    ],
    next: null,
  })
  const last = before.items[1]!.updatedAt
  expect(idsOf(await list('donations', `?updated_since=${last}`))).toContain(second.donationId)

  await helpers.refund(await helpers.staff(), first.intentId)
  await helpers.drain()
  const after = await list('donations', `?updated_since=${last}`)
  expect(after.items.at(-1)).toMatchObject({ id: first.donationId, state: 'refunded', refunded: 2000 })
  expect(after.items.at(-1)!.updatedAt > last).toBe(true)

  expect((await list('refunds')).items).toMatchObject([
    {
      state: expect.any(String),
      isDispute: false,
      gift: 2000,
      currency: 'GBP',
      donations: [{ id: first.donationId, gift: 2000 }],
    },
  ])
  const receipts = await list('receipts')
  expect(receipts.items.map(({ donationIds }) => donationIds).flat()).toEqual(
    expect.arrayContaining([first.donationId, second.donationId]),
  )
  expect(JSON.stringify(receipts)).not.toContain('Leyla')
})

test('donors are one row each without anonymous donations, at their last change [contract-17] [privacy-1]', async () => {
  const guest = { email: `${installation.app.newId()}@example.org`, name: 'Maryam Həsənova' }
  const first = await pay({ guest })
  const other = await pay({ guest: { email: `${installation.app.newId()}@example.org`, name: 'Yusuf Demir' } })
  await pay({ guest, anonymous: true, amount: '900' })
  expect(idsOf(await list('donors'))).toEqual([first.donationId, other.donationId])
  await pay({ guest, amount: '30' })
  const donors = await list('donors')
  expect(donors.items).toMatchObject([
    { id: other.donationId, name: 'Yusuf Demir' },
    { id: first.donationId, donations: 2, totals: [{ amount: 5000, currency: 'GBP' }], email: null },
  ])
})

test('plans, their occurrences and their names follow what happens to them [contract-17]', async () => {
  const plan = await plans.begin()
  const { causes } = await plan.read()
  const { organization_id: id } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('organization_id')
    .where('id', '=', BigInt(causes[0]!.campaignId))
    .executeTakeFirstOrThrow()
  const viewer = { token: await member('donor-support', id), id }
  expect((await list('plans', '', viewer)).items).toContainEqual(
    expect.objectContaining({ id: plan.id, state: 'active', nextOn: expect.any(String) }),
  )
  const occurrences = (await list('occurrences', '', viewer)).items.filter(({ planId }) => planId === plan.id)
  expect(occurrences).toContainEqual(expect.objectContaining({ id: `${plan.id}_1`, number: 1, currency: 'GBP' }))
  const { updatedAt } = (await list('plans', '', viewer)).items.at(-1)!
  await installation.app.db
    .updateTable('subscriptions.occurrence')
    .set({ state: 'SKIPPED', skip_reason: 'donor' })
    .where('subscription_id', '=', plan.id)
    .where('state', '=', 'SCHEDULED')
    .execute()
  const changed = await list('occurrences', `?updated_since=${updatedAt}`, viewer)
  expect(changed.items).toContainEqual(
    expect.objectContaining({ planId: plan.id, status: 'CANCELLED', skipReason: 'donor' }),
  )
  expect((await list('plans', `?updated_since=${updatedAt}`, viewer)).items.at(-1)).toMatchObject({ id: plan.id })
})

test('lists pages and offline donations, and nothing of another charity [contract-17]', async () => {
  const { app } = installation
  const owner = await member('owner')
  const { slug } = await app.db
    .selectFrom('organizations.organization')
    .select('slug')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  await ask(installation, owner, 'POST', `/v4/organizations/${slug}/hosted-pages`, {
    title: 'Winter appeal',
    description: '<p>Coats.</p>',
    category: 'community',
  })
  await ask(installation, owner, 'POST', '/api/projectadmin/offlineDonation', {
    id: String(wells),
    amount: '12',
    currency: 'GBP',
    receivedOn: '2026-11-01',
    donorName: 'Hajji Karim',
    method: 'cash',
    note: 'Receipt book 4',
  })
  expect((await list('pages')).items).toMatchObject([{ name: 'Winter appeal', state: 'draft', publishedAt: null }])
  expect((await list('offline-donations')).items).toMatchObject([
    { donorName: 'Hajji Karim', amount: 1200, currency: 'GBP', method: 'cash', fundraiserId: String(wells) },
  ])

  const { organization_id: id } = await aCampaign(app)
  const other = { token: await member('admin', id), id }
  const kinds = ['donations', 'donors', 'plans', 'occurrences', 'refunds', 'receipts', 'payouts', 'pages'] as const
  for (const kind of [...kinds, 'offline-donations'])
    expect(await list(kind, '', other)).toEqual({ items: [], next: null })
})

test('lists a payout again when its state changes [contract-17]', async () => {
  const charity = await helpers.aPaidCharity()
  const viewer = { token: await member('finance', charity.organizationId), id: charity.organizationId }
  const { id } = (await helpers.request(charity.path, viewer.token)).body
  const [draft] = (await list('payouts', '', viewer)).items
  expect(draft).toMatchObject({ id, state: 'draft', currency: 'GBP' })
  await helpers.approveByTwo(id)
  expect((await list('payouts', `?updated_since=${draft!.updatedAt}`, viewer)).items).toMatchObject([
    { id, state: 'approved' },
  ])
})

test('pages continue at the cursor and miss nothing that changes meanwhile [contract-17]', async () => {
  const given = [await pay(), await pay(), await pay()]
  const first = await list('donations', '?limit=1')
  expect(idsOf(first)).toEqual([given[0]!.donationId])
  await helpers.refund(await helpers.staff(), given[0]!.intentId)
  await helpers.drain()
  const seen: Item[] = [...first.items]
  for (let { next } = first; next !== null;) {
    const page = await list('donations', `?limit=1&after=${next}`)
    seen.push(...page.items)
    next = page.next
  }
  const latest = new Map(seen.map((item) => [item.id, item]))
  expect([...latest.keys()].toSorted()).toEqual(given.map(({ donationId }) => donationId).toSorted())
  expect(latest.get(given[0]!.donationId)).toMatchObject({ state: 'refunded' })
  const { status } = await ask(
    installation,
    finance,
    'GET',
    `/v4/organizations/${organizationId}/changes/donations?after=1_2_3`,
  )
  expect(status).toBe(400)
})

test('a transaction that commits late is after what a program has seen [contract-17] [ADR-0051]', async () => {
  const [slow, fast] = [await pay(), await pay()]
  await list('donations')
  const touch = `insert into change_feed.pending values ('donation', $1, 0)`
  const late = new pg.Client({ connectionString: installation.database.ownerUrl })
  await late.connect()
  await late.query('begin')
  await late.query(touch, [slow.donationId])
  await sql`insert into change_feed.pending values ('donation', ${fast.donationId}::uuid, 0)`.execute(
    installation.app.db,
  )
  const seen = (await list('donations')).items.at(-1)!
  expect(seen.id).toBe(fast.donationId)
  await late.query('commit')
  await late.end()
  expect(idsOf(await list('donations', `?updated_since=${seen.updatedAt}`))).toEqual([fast.donationId, slow.donationId])
})

test('two workers that record at once give each change one time, in the order of their commits [ADR-0051]', async () => {
  for (let round = 0; round < 3; round += 1) await pay()
  const ids = (await list('donations')).items.map(({ id }) => id)
  await sql`insert into change_feed.pending select 'donation', x, 0 from unnest(${ids}::uuid[]) x, generate_series(1, 100)`.execute(
    installation.app.db,
  )
  const taken = await Promise.all(Array.from({ length: 6 }, () => recordChanges(installation.app)))
  expect(taken.reduce((sum, notes) => sum + notes, 0)).toBeGreaterThanOrEqual(300)
  expect((await list('donations')).items).toHaveLength(3)
})

test.each(['donations', 'donors', 'plans', 'occurrences', 'refunds', 'receipts', 'payouts', 'offline-donations'])(
  'an editor can’t list %s, and a stranger learns nothing [security-3]',
  async (kind) => {
    const path = `/v4/organizations/${organizationId}/changes/${kind}`
    const [editor, stranger] = [
      await member('editor'),
      await member('admin', (await aCampaign(installation.app)).organization_id),
    ]
    expect((await ask(installation, editor, 'GET', path)).status).toBe(403)
    expect((await ask(installation, stranger, 'GET', path)).status).toBe(404)
  },
)

test('reads 100,000 records of a charity by the index of the feed [contract-17]', async () => {
  await pay()
  await list('donations')
  // Copies of a donation by 4,000 donors, without checks and triggers.
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `insert into giving.donation
     select (jsonb_populate_record(d, jsonb_build_object(
       'id', md5('donation' || n)::uuid, 'intent_id', md5('intent' || n)::uuid, 'donor_key', '\\x' || md5(text 'donor' || n % 4000)
     ))).*
     from giving.donation d, generate_series(1, 12500) n
     where d.id = (select id from giving.donation where campaign_id = $1 limit 1)`,
    [wells],
  )
  await owner.query(
    `insert into change_feed.change
     select $1, k.kind, md5(k.kind || n)::uuid, 0, timestamptz '2026-01-01' + n * interval '1 second'
     from generate_series(1, 12500) n, unnest($2::text[]) k(kind)`,
    [organizationId, recordKinds],
  )
  await owner.query('analyze change_feed.change, giving.donation')
  await owner.end()
  const planOf = async (query: RawBuilder<unknown>) =>
    (await sql<{ 'QUERY PLAN': string }>`explain ${query}`.execute(installation.app.db)).rows
      .map((row) => row['QUERY PLAN'])
      .join('\n')
  const filters = [
    { organizationId, limit: 101 },
    { organizationId, since: new Date('2026-01-01T01:00:00Z'), limit: 101 },
    {
      organizationId,
      after: { changedAt: new Date('2026-01-01T02:00:00Z'), objectId: installation.app.newId(), part: 0 },
      limit: 101,
    },
  ]
  for (const filter of filters) {
    for (const kind of recordKinds) {
      const plan = await planOf(changesQuery(kind, filter))
      expect(plan).toContain('change_in_order')
      expect(plan).not.toMatch(/Seq Scan|Sort/)
    }
    const plan = await planOf(changedDonorsQuery(filter))
    for (const index of ['change_in_order', 'donation_pkey', 'change_pkey']) expect(plan).toContain(index)
    expect(plan).not.toMatch(/Seq Scan|Sort/)
  }
}, 120_000)
