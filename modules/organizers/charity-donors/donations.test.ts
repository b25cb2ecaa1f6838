import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { charityDonationsContract } from './contract.ts'
import { sumEntries } from './queries/sum-entries.ts'

type List = OutputOf<typeof charityDonationsContract, 'GET /v4/organizations/:organizationId/donations'>
type Outcome = { readonly done: number; readonly skipped: number }

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let wells: bigint
let fund: bigint
let path: string
let finance: string
const clock = manualClock(new Date('2026-11-02T23:30:00Z'))
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: clock.now,
    environment: { REFUND_REVIEW_ABOVE: 'GBP 500' },
  })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app, { name: '=SUM(A1) wells', zakat_verified: true, gift_aid: true })
  organizationId = campaign.organization_id
  wells = campaign.id
  fund = (await aCampaign(installation.app, { organization_id: organizationId, kind: 'general-fund', goal: null })).id
  path = `/v4/organizations/${organizationId}/donations`
  finance = await member('finance')
  clock.move({ minutes: 10 })
})

const member = async (role: MemberRole) => (await aMemberOf(installation, String(organizationId), role)).token
const list = async (query = '', token = finance) => {
  while ((await recordChanges(installation.app)) > 0);
  return (await helpers.ask<List>(token, 'GET', path + query)).body
}
const idsOf = ({ donations }: List) => donations.map(({ id }) => id)
const guest = (name: string) => ({ guest: { email: `${installation.app.newId()}@example.org`, name } })

async function exported(filters: object = {}, token = finance) {
  while ((await recordChanges(installation.app)) > 0);
  const response = await installation.fastify.inject({
    method: 'POST',
    url: `${path}/export`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: filters,
  })
  const rows: Record<string, string>[] =
    response.statusCode === 200 ? parse(response.body, { bom: true, columns: true }) : []
  return { status: response.statusCode, body: response.body, rows }
}

const addOffline = (token: string, amount: string) =>
  helpers.ask<{ id: string }>(
    token,
    'POST',
    '/api/projectadmin/offlineDonation',
    {
      id: String(wells),
      amount,
      currency: 'GBP',
      receivedOn: '2026-11-01',
      donorName: 'Hajji Karim',
      anonymous: false,
      method: 'cash',
      note: 'Receipt book 12',
    },
    installation.app.newId(),
  )

test('lists donations of all fundraisers with refunded and offline ones, newest first, page by page', async () => {
  await addOffline(finance, '40')
  const first = await helpers.donation(wells, { amount: '30', ...guest('أمينة الحسن') })
  clock.move({ minutes: 1 })
  const second = await helpers.donation(fund, { amount: '25', ...guest('Leyla Məmmədova') })
  clock.move({ minutes: 1 })
  const third = await helpers.donation(wells, { amount: '20', anonymous: true })
  await helpers.refund(await helpers.staff(), second.intentId)
  await helpers.drain()
  const { donations, fundraisers, next, canExport } = await list()
  expect(donations.map(({ id, state, kind, name, refunded }) => [id, state, kind, name, refunded])).toEqual([
    [third.donationId, 'paid', 'one-time', null, 0],
    [second.donationId, 'refunded', 'one-time', 'Leyla Məmmədova', 2500],
    [first.donationId, 'paid', 'one-time', 'أمينة الحسن', 0],
    [expect.any(String), 'counted', 'offline', 'Hajji Karim', 0],
  ])
  // 23:40 in UTC is the same day in winter in London.
  expect(donations[0]).toMatchObject({ day: '2026-11-02', fundraiser: { id: String(wells), kind: 'fundraiser' } })
  expect([fundraisers.length, next, canExport]).toEqual([2, null, true])
  const pages: string[] = []
  let before = ''
  for (let page = 0; page < 4; page += 1) {
    const found = await list(`?limit=1${before}`)
    pages.push(...idsOf(found))
    before = `&before=${found.next}`
  }
  expect(pages).toEqual(donations.map(({ id }) => id))
})

test('finds a name, a visible email, an amount, a reference and a receipt number, and never an anonymous donor', async () => {
  const level = await aLevel(installation.app, wells, { amount: 2000n, require_email: true, include_email: true })
  const named = await helpers.donation(wells, {
    rewardID: String(level.id),
    rewardEmail: 'leyla@level.example',
    ...guest('Leyla Məmmədova'),
  })
  const unseen = await helpers.donation(fund, { amount: '31.50', anonymous: true, ...guest('Leyla Həsənova') })
  const { donations } = await list()
  const found = donations.find(({ id }) => id === named.donationId)
  for (const search of ['məmmədova', 'LEVEL.example', found!.reference, found!.receipt, '20', '£20.00'])
    expect(idsOf(await list(`?search=${encodeURIComponent(search!)}`)), search!).toEqual([named.donationId])
  expect(idsOf(await list('?search=31.5'))).toEqual([unseen.donationId])
  for (const search of ['Həsənova', '%', 'example.org'])
    expect(idsOf(await list(`?search=${encodeURIComponent(search)}`))).toEqual([])
})

test('filters by state, kind, day in the charity’s zone, fundraiser, zakat, currency and thanks', async () => {
  await addOffline(finance, '40')
  const zakat = await helpers.donation(wells, { amount: '30', zakah: true })
  const other = await helpers.donation(fund, { amount: '25' })
  const requested = await helpers.donation(fund, { amount: '700' })
  const staff = await helpers.staff()
  expect((await helpers.refund(staff, requested.intentId)).body.state).toBe('proposed')
  const without = (...ids: string[]) =>
    [zakat, other, requested]
      .map(({ donationId }) => donationId)
      .filter((id) => !ids.includes(id))
      .toReversed()
  expect(idsOf(await list('?zakat=yes'))).toEqual([zakat.donationId])
  expect(idsOf(await list(`?fundraiser=${fund}`))).toEqual(without(zakat.donationId))
  expect(idsOf(await list('?state=refund-pending'))).toEqual([requested.donationId])
  expect(idsOf(await list('?state=paid'))).toEqual(without(requested.donationId))
  expect(idsOf(await list('?kind=one-time'))).toEqual(without())
  expect(idsOf(await list('?kind=plan'))).toEqual([])
  expect((await list('?kind=offline')).donations.map(({ name }) => name)).toEqual(['Hajji Karim'])
  expect((await list('?state=counted')).donations.map(({ name }) => name)).toEqual(['Hajji Karim'])
  expect((await list('?to=2026-11-01')).donations.map(({ name }) => name)).toEqual(['Hajji Karim'])
  expect(idsOf(await list('?from=2026-11-02'))).toEqual(without())
  expect(idsOf(await list('?currency=EUR'))).toEqual([])
  const thanks = await helpers.ask<Outcome>(finance, 'POST', `${path}/thanks`, {
    donationIds: [other.donationId],
    message: 'May Allah accept it.',
  })
  expect(thanks.body).toMatchObject({ done: 1, skipped: 0 })
  expect(idsOf(await list('?thanked=no'))).toEqual(without(other.donationId))
})

test('lists the donations whose donor asked for a refund, until the request is decided', async () => {
  const { token } = await aSession(installation.app)
  const requested = await helpers.donation(wells, { amount: '30' }, token)
  await helpers.donation(wells, { amount: '20' }, token)
  await addOffline(finance, '40')
  const url = `/v4/account/donations/${requested.donationId}/refund-request`
  expect((await helpers.ask(token, 'POST', url, { reason: 'I gave it twice.' })).status).toBe(200)
  expect(idsOf(await list('?refundRequest=open'))).toEqual([requested.donationId])
  await sql`update refunds.request set state = 'declined', decided_at = ${clock.now()} where donation_id = ${requested.donationId}`.execute(
    installation.app.db,
  )
  expect(idsOf(await list('?refundRequest=open'))).toEqual([])
})

test('sums the donations that match, unless there are too many, and only for the first page', async () => {
  await addOffline(finance, '40')
  await helpers.donation(wells, { amount: '30', ...guest('Leyla Məmmədova') })
  await helpers.donation(fund, { amount: '25', ...guest('Salma Idris') })
  const sums = { currency: 'GBP', donations: 2, gift: 5500, refunded: 0, offlineDonations: 1, offline: 4000 }
  expect((await list()).totals).toEqual([sums])
  expect((await list('?search=salma')).totals).toEqual([
    { ...sums, donations: 1, gift: 2500, offlineDonations: 0, offline: 0 },
  ])
  expect((await list('?state=disputed')).totals).toEqual([])
  const { next } = await list('?limit=1')
  expect((await list(`?limit=1&before=${next}`)).totals).toBeNull()
  const filters = { organizationId, timeZone: 'Europe/London' }
  expect(await sumEntries(installation.app.db, filters, 3)).toHaveLength(1)
  expect(await sumEntries(installation.app.db, filters, 2)).toBeUndefined()
})

test('the export’s sums equal the ledger’s, before and after refunds, without tips', async () => {
  const owner = await aMemberOf(installation, String(organizationId), 'owner')
  await addOffline(finance, '40')
  await helpers.donation(wells, { amount: '30', zakah: true, ...guest('Leyla Məmmədova') })
  const partly = await helpers.donation(fund, { amount: '250' })
  const fully = await helpers.donation(wells, { amount: '20', feeAmount: '0', ...guest('007 Bond') })
  const { intentId } = await helpers.basketDonation([wells, fund], { currency: 'GBP', amount: 1500, tip: 200 })
  const staff = await helpers.staff()
  await helpers.refund(staff, fully.intentId)
  await helpers.refund(staff, partly.intentId, {
    everything: false,
    lines: [{ donationId: partly.donationId, gift: 10_000 }],
  })
  await helpers.drain()
  const { rows, body } = await exported()
  const { rows: booked } = await sql<{ net: bigint; gift: bigint; zakat: bigint }>`
    select
      -sum(e.amount)::bigint as net,
      -sum(e.amount) filter (where e.meaning = 'gift')::bigint as gift,
      -sum(e.amount) filter (where e.account = 'zakat_payable')::bigint as zakat
    from ledger.entry e
    join campaigns.campaign c on c.id = e.subject_id
    where c.organization_id = ${organizationId} and e.account in ('campaign_payable', 'zakat_payable')
  `.execute(installation.app.db)
  const sum = (column: string) =>
    rows
      .filter(({ Type }) => Type !== 'offline')
      .reduce((total, row) => total + BigInt(row[column]!.replace('.', '')), 0n)
  expect({ net: sum('Net'), gift: sum('Amount') - sum('Refunded'), zakat: sum('Counted as zakat') }).toEqual(booked[0])
  const { totals } = await list()
  expect(totals).toMatchObject([{ currency: 'GBP', donations: 5, offlineDonations: 1, offline: 4000 }])
  expect(totals!.map(({ gift, refunded }) => BigInt(gift - refunded))).toEqual([booked[0]!.gift])
  expect(rows.map(({ State }) => State ?? '').toSorted()).toEqual([
    'confirmed',
    'paid',
    'paid',
    'paid',
    'partly refunded',
    'refunded',
  ])
  expect(rows.find((row) => row['Type'] === 'offline')).toMatchObject({ Amount: '40.00', Net: '', Date: '2026-11-01' })
  expect(body).not.toContain('3.20')
  // As a spreadsheet reads it: UTF-8 with a mark, formulas as text, numbers as numbers, leading zeros kept.
  expect(body.startsWith('\ufeff')).toBe(true)
  expect(rows.map((row) => row['Donor'])).toEqual(expect.arrayContaining(['Leyla Məmmədova', '007 Bond']))
  expect(new Set(rows.map((row) => row['Fundraiser']))).toEqual(
    new Set(["'=SUM(A1) wells", 'Clean water for Tharparkar']),
  )
  expect(rows.filter(({ Reference }) => /^[\dA-F]{10}$/.test(Reference!)).length).toBe(5)
  expect(new Set(rows.map((row) => row['Receipt number'])).size).toBeGreaterThan(3)
  expect(intentId).toBeTruthy()
  const [audited] = await entriesAbout(installation.app.db, `organization:${organizationId}`, 1)
  expect(audited).toMatchObject({ act: 'charity-donors.donations-exported', details: { rows: 6 } })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('to_address', '=', owner.viewer.email)
    .where('kind', '=', 'donors-exported')
    .execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails[0])).toContain(`/organize/charities/${organizationId}`)
})

test('the export has only what matches, and neither anonymous donors nor emails that no level required', async () => {
  await helpers.donation(fund, { amount: '25', ...guest('Bilal Khan') })
  await helpers.donation(fund, { amount: '35', anonymous: true, ...guest('Maryam Secret') })
  const all = await exported()
  expect(all.rows.map(({ Donor }) => Donor)).toEqual(['Anonymous', 'Bilal Khan'])
  expect(all.body).not.toMatch(/Secret|example\.org/)
  expect((await exported({ search: 'bilal' })).rows.map(({ Amount }) => Amount)).toEqual(['25.00'])
})

test('an export needs a recent proof of identity and a role that may export', async () => {
  expect((await exported({}, await member('donor-support'))).status).toBe(403)
  clock.move({ minutes: 20 })
  const response = await exported()
  expect([response.status, JSON.parse(response.body).code]).toEqual([401, 'reauthentication-required'])
  finance = await member('finance')
  expect((await exported()).status).toBe(200)
})

test('support thanks donors once and sends receipts again once a day, without other charities’ donations', async () => {
  const support = await member('donor-support')
  const first = await helpers.donation(wells, { amount: '30', ...guest('Bilal Khan') })
  const second = await helpers.donation(fund, { amount: '25', anonymous: true, ...guest('Maryam') })
  const foreign = await helpers.donation((await aCampaign(installation.app)).id)
  const donationIds = [first, second, foreign].map(({ donationId }) => donationId)
  const send = (call: string, over: object = {}) =>
    helpers.ask<Outcome>(support, 'POST', `${path}/${call}`, { donationIds, ...over })
  expect((await send('thanks', { message: ' ' })).status).toBe(400)
  expect((await send('thanks', { message: 'JazakAllah khair' })).body).toMatchObject({ done: 2, skipped: 1 })
  expect((await send('thanks', { message: 'JazakAllah khair' })).body).toMatchObject({ done: 0, skipped: 3 })
  expect((await send('receipts')).body).toMatchObject({ done: 2, skipped: 1 })
  expect((await send('receipts')).body).toMatchObject({ done: 0, skipped: 3 })
  const copies = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['to_address as to', 'content'])
    .where('kind', '=', 'receipt-copy')
    .orderBy('id')
    .execute()
  expect(copies).toHaveLength(2)
  expect(JSON.stringify(copies)).toContain('sent you receipt')
  clock.move({ days: 1 })
  expect(
    (await helpers.ask<Outcome>(await member('donor-support'), 'POST', `${path}/receipts`, { donationIds })).body.done,
  ).toBe(2)
})

test('is not found for members of another charity, and forbidden for editors (security-3)', async () => {
  const stranger = await aSession(installation.app)
  const other = await aMemberOf(installation, String((await aCampaign(installation.app)).organization_id), 'owner')
  for (const token of [stranger.token, other.token]) expect((await helpers.ask(token, 'GET', path)).status).toBe(404)
  expect((await helpers.ask(await member('editor'), 'GET', path)).status).toBe(403)
})
