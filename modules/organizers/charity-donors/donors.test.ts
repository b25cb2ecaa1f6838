import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import type { MemberRole } from '#modules/causes/organizations/rules/roles.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { recordChanges } from '#modules/organizers/change-feed/record-changes.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { mergeDonorsOf } from '#server/jobs/count-donors.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { charityDonorsContract } from './contract-donors.ts'
import { donorRecords } from './queries/records.ts'

type List = OutputOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors'>
type Donor = OutputOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donors/:donationId'>

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let wells: bigint
let fund: bigint
let path: string
let finance: string
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const campaign = await aCampaign(installation.app, { zakat_verified: true, ends_at: null })
  organizationId = campaign.organization_id
  wells = campaign.id
  fund = (await aCampaign(installation.app, { organization_id: organizationId, kind: 'general-fund', goal: null })).id
  path = `/v4/organizations/${organizationId}/donors`
  finance = await member('finance')
})

const member = async (role: MemberRole) => (await aMemberOf(installation, String(organizationId), role)).token
const list = async (query = '') => {
  while ((await recordChanges(installation.app)) > 0);
  return (await helpers.ask<List>(finance, 'GET', path + query)).body
}
const names = ({ donors }: List) => donors.map(({ name }) => name)
const read = (donationId: string, token = finance) => helpers.ask<Donor>(token, 'GET', `${path}/${donationId}`)
const send = (token: string, method: 'POST' | 'DELETE', rest: string, payload: object = {}) =>
  installation.fastify.inject({
    method,
    url: `${path}/${rest}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload,
  })
const guest = (name: string, email = `${installation.app.newId()}@example.org`) => ({ guest: { email, name } })
const give = async (campaignId: bigint, over: object, token?: string) => {
  clock.move({ minutes: 1 })
  return helpers.donation(campaignId, over, token)
}

test('has one row for each person over all fundraisers, with totals after refunds, page by page', async () => {
  const leyla = guest('Leyla Məmmədova')
  const first = await give(wells, { amount: '30', ...leyla })
  const refunded = await give(fund, { amount: '25', ...guest('أمينة الحسن') })
  await give(fund, { amount: '45', zakah: false, ...leyla })
  await helpers.refund(await helpers.staff(), refunded.intentId)
  await helpers.drain()
  const found = await list()
  expect(found.donors).toMatchObject([
    {
      id: first.donationId,
      name: 'Leyla Məmmədova',
      donations: 2,
      totals: [{ amount: 7500, currency: 'GBP' }],
      firstOn: '2026-11-02',
      email: null,
      phone: null,
      address: null,
      hasPlan: false,
      segments: [],
    },
    { name: 'أمينة الحسن', donations: 0, totals: [{ amount: 0 }], segments: [] },
  ])
  expect([found.anonymous, found.next, found.canExport]).toEqual([null, null, true])
  const page = await list('?limit=1')
  const next = await list(`?limit=1&before=${page.next}`)
  expect([...names(page), ...names(next), next.next]).toEqual(['Leyla Məmmədova', 'أمينة الحسن', null])
})

test('anonymous donations are one row of sums, in no one’s row, history, segment, search, tag or export', async () => {
  const maryam = guest('Maryam Həsənova')
  await give(wells, { amount: '30', ...maryam })
  const hidden = await give(wells, { amount: '2000', zakah: true, anonymous: true, ...maryam })
  await give(fund, { amount: '15', anonymous: true, ...guest('Zaynab Unseen') })
  const found = await list()
  expect(found.donors).toMatchObject([{ donations: 1, totals: [{ amount: 3000 }], segments: ['first-time'] }])
  expect(found.anonymous).toEqual({ donations: 2, totals: [{ amount: 201_500, currency: 'GBP' }] })
  for (const query of ['?segment=major', '?segment=zakat', '?search=unseen', '?search=zaynab'])
    expect(names(await list(query)), query).toEqual([])
  expect(names(await list('?segment=first-time'))).toEqual(['Maryam Həsənova'])
  expect((await read(hidden.donationId)).status).toBe(404)
  expect((await send(finance, 'POST', `${hidden.donationId}/tags`, { name: 'VIP' })).statusCode).toBe(404)
  expect((await send(finance, 'POST', `${hidden.donationId}/notes`, { text: 'Hm' })).statusCode).toBe(404)
  const donor = await read(found.donors[0]!.id)
  expect(donor.body.history.map(({ gift }) => gift)).toEqual([3000])
  const file = await send(finance, 'POST', 'export')
  expect(file.body).not.toMatch(/Unseen|2000|example\.org/)
})

test('an email appears and is found only if a level required it, an address only with consent (privacy-2)', async () => {
  const level = await aLevel(installation.app, wells, { amount: 2000n, require_email: true, include_email: true })
  const yusuf = guest('Yusuf Demir', 'yusuf.private@example.org')
  const first = await give(wells, { rewardID: String(level.id), rewardEmail: 'yusuf@level.example', ...yusuf })
  await give(fund, { amount: '25', ...yusuf })
  await give(fund, { amount: '35', ...guest('007 Bond', 'bond.private@example.org') })
  expect(names(await list('?search=LEVEL.example'))).toEqual(['Yusuf Demir'])
  expect(names(await list('?search=private'))).toEqual([])
  const [, donor] = (await list()).donors
  expect(donor).toMatchObject({ name: 'Yusuf Demir', email: 'yusuf@level.example', address: null, donations: 2 })
  expect((await read(first.donationId)).body.history).toHaveLength(2)
  const file = await send(finance, 'POST', 'export')
  expect(file.body.startsWith('\ufeff')).toBe(true)
  const rows: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
  expect(rows.map(({ Donor, Email, Total, Segments }) => [Donor, Email, Total, Segments])).toEqual([
    ['007 Bond', '', '35.00 GBP', 'first-time'],
    ['Yusuf Demir', 'yusuf@level.example', '45.00 GBP', ''],
  ])
  expect(file.body).not.toContain('private')
})

test('segments are those of the rule', async () => {
  await give(wells, { amount: '1000', zakah: true, ...guest('Major Zakat') })
  const lapsed = guest('Lapsed Twice')
  await give(wells, { amount: '20', ...lapsed })
  await give(fund, { amount: '20', ...lapsed })
  clock.move({ days: 366 })
  finance = await member('finance')
  await give(wells, { amount: '20', ...guest('New') })
  const namesIn = async (segment: string) => names(await list(`?segment=${segment}`))
  expect(await namesIn('first-time')).toEqual(['New', 'Major Zakat'])
  expect(await namesIn('lapsed')).toEqual(['Lapsed Twice', 'Major Zakat'])
  expect(await namesIn('major')).toEqual(['Major Zakat'])
  expect(await namesIn('zakat')).toEqual(['Major Zakat'])
  expect(await namesIn('monthly')).toEqual([])
  expect(names(await list('?segment=lapsed&search=twice'))).toEqual(['Lapsed Twice'])
  const page = await list('?segment=lapsed&limit=1')
  expect(names(await list(`?segment=lapsed&limit=1&before=${page.next}`))).toEqual(['Major Zakat'])
  const all = (await list()).donors
  for (const segment of ['first-time', 'lapsed', 'major', 'zakat'] as const)
    expect(await namesIn(segment), segment).toEqual(
      all.filter((donor) => donor.segments.includes(segment)).map(({ name }) => name),
    )
})

test('notes and tags belong to the person, also once a guest’s donations count as an account’s', async () => {
  const support = await member('donor-support')
  const email = `${installation.app.newId()}@example.org`
  const { donationId } = await give(wells, { amount: '30', ...guest('Leyla Məmmədova', email) })
  expect((await send(support, 'POST', `${donationId}/notes`, { text: '  ' })).statusCode).toBe(400)
  expect((await send(support, 'POST', `${donationId}/notes`, { text: 'Prefers calls\nafter Asr' })).statusCode).toBe(
    200,
  )
  for (const name of ['Iftar 2026', ' Iftar  2026 ']) await send(finance, 'POST', `${donationId}/tags`, { name })
  const { viewer, token } = await aSession(installation.app, { email, isConfirmed: true, firstName: 'Leyla' })
  await installation.app.write((tx) => mergeDonorsOf(installation.app, tx, [viewer.accountId]))
  const later = await give(fund, { amount: '10' }, token)
  const { donor, notes, history } = (await read(later.donationId)).body
  expect([donor.id, donor.tags, history.length]).toEqual([donationId, ['Iftar 2026'], 2])
  expect(notes).toMatchObject([{ text: 'Prefers calls\nafter Asr' }])
  expect(names(await list('?tag=Iftar 2026'))).toEqual([donor.name])
  expect((await list()).tags).toEqual(['Iftar 2026'])
  await send(finance, 'DELETE', `${later.donationId}/tags`, { name: 'Iftar 2026' })
  expect((await send(finance, 'DELETE', `${later.donationId}/notes/${notes[0]!.id}`)).statusCode).toBe(200)
  expect((await send(finance, 'DELETE', `${later.donationId}/notes/${notes[0]!.id}`)).statusCode).toBe(404)
  expect((await read(donationId)).body).toMatchObject({ notes: [], donor: { tags: [] } })
})

test('notes and tags are in the donor’s data export and are erased with the donor (privacy-3, privacy-4)', async () => {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, firstName: 'Amina' })
  const { donationId } = await give(wells, { amount: '30' }, token)
  await send(finance, 'POST', `${donationId}/notes`, { text: 'Asked about wells' })
  await send(finance, 'POST', `${donationId}/tags`, { name: 'Wells' })
  const { activitySubjects } = await import('#modules/trust/privacy/subjects/activity-subjects.ts')
  const exported = async (subject: string) =>
    installation.app.statement(`test.${subject}`, activitySubjects[subject]!, [viewer.accountId])
  expect(await exported('charityNotes')).toMatchObject([{ text: 'Asked about wells' }])
  expect(await exported('charityTags')).toMatchObject([{ tag: 'Wells' }])
  const erased = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/privacy/erasure',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { understood: true },
  })
  expect(erased.statusCode).toBe(200)
  const remaining = async () => [
    ...(await installation.app.db
      .selectFrom('charity_donors.note')
      .select('body')
      .where('donation_id', '=', donationId)
      .execute()),
    ...(await installation.app.db
      .selectFrom('charity_donors.tag')
      .select('name')
      .where('donation_id', '=', donationId)
      .execute()),
  ]
  expect(await remaining()).toEqual([])
  expect((await read(donationId)).status).toBe(404)
  const guestDonation = await give(wells, { amount: '30', ...guest('Bilal Khan') })
  await send(finance, 'POST', `${guestDonation.donationId}/tags`, { name: 'Wells' })
  await installation.app.write((tx) => donorRecords.purge(tx, [guestDonation.donationId]))
  expect((await list()).tags).toEqual([])
})

test('another charity’s members, donors and notes are not found (security-3)', async () => {
  const { donationId } = await give(wells, { amount: '30', ...guest('Leyla Məmmədova') })
  const foreign = await helpers.donation((await aCampaign(installation.app)).id)
  const other = await aMemberOf(installation, String((await aCampaign(installation.app)).organization_id), 'owner')
  expect((await read(foreign.donationId)).status).toBe(404)
  expect((await read(donationId, other.token)).status).toBe(404)
  expect((await send(other.token, 'POST', `${donationId}/notes`, { text: 'Hm' })).statusCode).toBe(404)
  expect((await send(await member('editor'), 'POST', `${donationId}/notes`, { text: 'Hm' })).statusCode).toBe(403)
  expect((await send(await member('donor-support'), 'POST', 'export')).statusCode).toBe(403)
})
