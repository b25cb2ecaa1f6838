import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { giftAidClaimsContract } from '../contract-claims.ts'

type Overview = OutputOf<typeof giftAidClaimsContract, 'GET /v4/organizations/:organizationId/gift-aid'>
type Detail = OutputOf<typeof giftAidClaimsContract, 'GET /v4/organizations/:organizationId/gift-aid/claims/:claimId'>
type Refused = OutputOf<typeof giftAidClaimsContract, 'GET /v4/organizations/:organizationId/gift-aid/refused'>

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
const clock = manualClock(new Date('2027-01-04T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now, environment: { PAYOUTS: 'none' } })
  helpers = payoutHelpers(installation, clock)
})
afterAll(() => installation.close())

const address = (line1 = '007') => ({
  FirstName: 'Amina',
  LastName: 'House-Martin',
  Address: line1,
  City: 'London',
  Zip: 'e1 1dt',
  Country: 'GB',
})
let donors = 0
/** A donation with Gift Aid by another guest, who is the declarer. */
const declared = () => ({
  giftAid: true,
  taxAddress: address(),
  guest: { email: `declarer-${(donors += 1)}@example.org`, name: 'Amina House-Martin' },
})
const settings = { hmrcReference: 'ab12345', accountingYearEnd: '04-05', claimedBefore: 'nothing' }

async function aCharity({ isSetUp = true } = {}) {
  const campaign = await aCampaign(installation.app, { gift_aid: true })
  const organizationId = campaign.organization_id
  const charity = { campaignId: campaign.id, organizationId, path: `/v4/organizations/${organizationId}/gift-aid` }
  if (isSetUp) expect(await save(charity)).toMatchObject({ status: 200 })
  return charity
}
type Charity = { readonly campaignId: bigint; readonly organizationId: bigint; readonly path: string }
/** The token of a finance member who logged in just now, because the tests move the clock by weeks. */
const finance = ({ organizationId }: Charity) => helpers.memberOf(organizationId)
const save = async (charity: Charity, over: object = {}) =>
  helpers.ask(await finance(charity), 'PATCH', charity.path, { ...settings, ...over })
const overview = async (charity: Charity) =>
  (await helpers.ask<Overview>(await finance(charity), 'GET', charity.path)).body
const draft = async (charity: Charity, token?: string) =>
  helpers.ask<{ id: string }>(token ?? (await finance(charity)), 'POST', `${charity.path}/claims`)
const claim = async (charity: Charity, id: string) =>
  (await helpers.ask<Detail>(await finance(charity), 'GET', `${charity.path}/claims/${id}`)).body
const act = async (charity: Charity, id: string, call: string, body: object = {}) =>
  helpers.ask<{ state: string }>(await finance(charity), 'POST', `${charity.path}/claims/${id}/${call}`, body)
const today = () => clock.now().toISOString().slice(0, 10)
const submit = (charity: Charity, id: string) =>
  act(charity, id, 'submission', { submittedOn: today(), reference: 'HMRC-1' })
async function download(charity: Charity, id: string, part = 1) {
  const response = await installation.fastify.inject({
    method: 'POST',
    url: `${charity.path}/claims/${id}/files/${part}`,
    headers: { authorization: `Bearer ${await finance(charity)}`, 'content-type': 'application/json' },
    payload: {},
  })
  const isFound = response.statusCode === 200
  const rows: string[][] = isFound ? parse(response.body, { bom: true }) : []
  return { status: response.statusCode, rows }
}

test('a charity claims, is paid, and returns tax of a later refund in its next claim [gift-aid-13, gift-aid-15]', async () => {
  const charity = await aCharity()
  const first = await helpers.donation(charity.campaignId, { ...declared(), amount: '20.01' })
  const second = await helpers.donation(charity.campaignId, { ...declared(), amount: '30', anonymous: true })
  expect((await overview(charity)).refused).toEqual([{ reason: 'too-new', count: 2 }])
  expect(await draft(charity)).toMatchObject({ status: 409, body: { code: 'gift-aid-nothing-to-claim' } })
  clock.move({ days: 14 })
  expect(await overview(charity)).toMatchObject({
    claimable: { count: 2, gifts: 50_01, tax: 12_50 },
    refused: [],
    exceptions: [],
  })
  const { id } = (await draft(charity)).body
  expect(await claim(charity, id)).toMatchObject({
    claim: { state: 'draft', rows: 2, gifts: 50_01, tax: 12_50, adjustment: 0, net: 12_50 },
    files: 1,
    rows: [{ amount: 20_01, donor: { firstName: 'Amina', house: '007' } }, { amount: 30_00 }],
    adjustments: [],
  })
  expect((await overview(charity)).claimable).toEqual({ count: 0, gifts: 0, tax: 0 })
  expect((await download(charity, id)).rows.slice(1)).toEqual([
    ['', 'Amina', 'House Martin', '007', 'E1 1DT', '', '', '04/01/27', '20.01'],
    ['', 'Amina', 'House Martin', '007', 'E1 1DT', '', '', '04/01/27', '30.00'],
  ])
  expect(await download(charity, id, 2)).toMatchObject({ status: 404 })
  expect((await submit(charity, id)).body).toEqual({ state: 'submitted' })
  expect((await act(charity, id, 'payment', { paidOn: today(), amount: '12.50' })).body).toEqual({ state: 'paid' })

  await helpers.refund(await helpers.staff(), second.intentId)
  await helpers.drain()
  const third = await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  expect(await overview(charity)).toMatchObject({
    claimable: { count: 1, tax: 5_00 },
    adjustments: { count: 1, returned: 30_00, tax: 7_50 },
  })
  const next = (await draft(charity)).body.id
  expect(await claim(charity, next)).toMatchObject({
    claim: { rows: 1, tax: 5_00, adjustment: 7_50, net: -2_50 },
    rows: [{ donationId: third.donationId }],
    adjustments: [{ returned: 30_00, givenOn: '2027-01-04' }],
  })
  expect((await overview(charity)).adjustments).toMatchObject({ count: 0 })
  expect(await act(charity, id, 'rejections', { donationId: second.donationId, reason: 'No' })).toMatchObject({
    status: 409,
    body: { code: 'gift-aid-claim-adjusted' },
  })
  expect(await act(charity, id, 'rejections', { donationId: first.donationId, reason: 'No' })).toMatchObject({
    status: 200,
  })
  expect((await overview(charity)).claimable).toMatchObject({ count: 1, gifts: 20_01 })
  expect(await helpers.breaches()).toEqual([])
})

test('two requests draft one claim, and a donation is in one [gift-aid-13]', async () => {
  const charity = await aCharity()
  const { donationId } = await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  const results = await Promise.all([draft(charity), draft(charity), draft(charity)])
  expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { rows } = await claim(charity, results.find(({ status }) => status === 200)!.body.id)
  expect(rows.map((row) => row.donationId)).toEqual([donationId])
})

test('a refund since the draft cancels it at submission, and the rest can be claimed again [gift-aid-13]', async () => {
  const charity = await aCharity()
  await helpers.donation(charity.campaignId, declared())
  const { intentId } = await helpers.donation(charity.campaignId, { ...declared(), amount: '30' })
  clock.move({ days: 14 })
  const { id } = (await draft(charity)).body
  await helpers.refund(await helpers.staff(), intentId)
  await helpers.drain()
  expect((await submit(charity, id)).body).toEqual({ state: 'cancelled' })
  expect((await claim(charity, id)).claim).toMatchObject({ state: 'cancelled', cancelReason: 'refunded' })
  expect(await submit(charity, id)).toMatchObject({ status: 409, body: { code: 'gift-aid-claim-decided' } })
  expect((await overview(charity)).claimable).toMatchObject({ count: 1, gifts: 20_00 })
})

test('a donation that its donor let out since the draft cancels it [gift-aid-13]', async () => {
  const charity = await aCharity()
  const { donationId } = await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  const { id } = (await draft(charity)).body
  await installation.app.write((tx) =>
    tx
      .insertInto('gift_aid.exclusion')
      .values({ donation_id: donationId, excluded_at: clock.now(), excluded_by: null })
      .execute(),
  )
  expect((await submit(charity, id)).body).toEqual({ state: 'cancelled' })
  expect((await claim(charity, id)).claim).toMatchObject({ cancelReason: 'not-claimable' })
  expect((await overview(charity)).refused).toEqual([{ reason: 'excluded', count: 1 }])
})

test('nothing is claimable until finance says what was claimed before [gift-aid-12]', async () => {
  const charity = await aCharity({ isSetUp: false })
  const first = await helpers.donation(charity.campaignId, declared())
  const firstDay = today()
  clock.move({ days: 1 })
  const second = await helpers.donation(charity.campaignId, declared())
  await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  expect(await overview(charity)).toMatchObject({
    settings: null,
    claimable: { count: 0 },
    afterSettings: { count: 3, tax: 15_00 },
  })
  expect(await draft(charity)).toMatchObject({ body: { code: 'gift-aid-not-set-up' } })
  expect(
    await save(charity, { hmrcReference: '', accountingYearEnd: '5 April', claimedBefore: 'until' }),
  ).toMatchObject({
    status: 400,
    body: {
      fields: {
        hmrcReference: 'Enter the HMRC reference of the charity.',
        accountingYearEnd: 'Enter a day and month, such as 5 April.',
        claimedUntil: 'Enter a day until today.',
      },
    },
  })
  await save(charity, { claimedBefore: 'until', claimedUntil: firstDay })
  expect(await overview(charity)).toMatchObject({
    settings: { hmrcReference: 'AB12345', claimedUntil: firstDay, markedDonations: 0 },
    claimable: { count: 2 },
    refused: [{ reason: 'claimed-before', count: 1 }],
  })
  expect(await save(charity, { claimedBefore: 'donations', references: 'abcdef0123' })).toMatchObject({
    body: { fields: { references: 'There is no donation to this charity with the reference abcdef0123.' } },
  })
  const references = [first, second].map(({ donationId }) => donationId.slice(-10).toUpperCase()).join('\n')
  expect(await save(charity, { claimedBefore: 'donations', references })).toMatchObject({ status: 200 })
  expect(await overview(charity)).toMatchObject({ settings: { markedDonations: 2 }, claimable: { count: 1 } })
})

test('a row that HMRC would refuse is listed with its reason, and its donor is asked once [gift-aid-14]', async () => {
  const charity = await aCharity()
  const email = 'amina.exception@example.org'
  const { donationId } = await helpers.donation(charity.campaignId, {
    giftAid: true,
    taxAddress: address('Flat 3, The House With a Long Name, Mosque Road'),
    guest: { email, name: 'Amina House-Martin' },
  })
  clock.move({ days: 14 })
  expect(await overview(charity)).toMatchObject({
    claimable: { count: 0 },
    exceptionCount: 1,
    declarations: { oneDonation: 1, later: 0, paper: 0, ended: 0 },
    exceptions: [{ donationId, faults: ['house-too-long'], askedOn: null, canAsk: true }],
  })
  const ask = async () =>
    helpers.ask(await finance(charity), 'POST', `${charity.path}/detail-requests`, { donationIds: [donationId] })
  expect((await ask()).body).toEqual({ asked: 1, skipped: 0 })
  expect((await ask()).body).toEqual({ asked: 0, skipped: 1 })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['subject'])
    .where('to_address', '=', email)
    .where('kind', '=', 'gift-aid-details')
    .execute()
  expect(mails).toHaveLength(1)
  expect((await overview(charity)).exceptions).toMatchObject([{ askedOn: today(), canAsk: false }])
})

test('only owner and finance claim, and each opening and download is in the audit log [gift-aid-16]', async () => {
  const charity = await aCharity()
  await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  const { id } = (await draft(charity)).body
  for (const role of ['admin', 'editor', 'donor-support'] as const) {
    const token = await helpers.memberOf(charity.organizationId, role)
    for (const url of [charity.path, `${charity.path}/claims/${id}`, `${charity.path}/refused?reason=too-new`])
      expect((await helpers.ask(token, 'GET', url)).status).toBe(403)
    expect(await draft(charity, token)).toMatchObject({ status: 403 })
  }
  const stranger = (await aSession(installation.app, { isConfirmed: true })).token
  expect((await helpers.ask(stranger, 'GET', charity.path)).status).toBe(404)
  const other = await aCharity()
  expect((await helpers.ask(await finance(other), 'GET', `${other.path}/claims/${id}`)).status).toBe(404)
  await claim(charity, id)
  await download(charity, id)
  const entries = await entriesAbout(installation.app.db, `gift-aid-claim:${id}`, 10)
  expect(entries.map((entry) => entry.act).toSorted()).toEqual([
    'gift-aid.claim-downloaded',
    'gift-aid.claim-drafted',
    'gift-aid.claim-opened',
  ])
})

test('why a donation can’t be claimed is a list without names [gift-aid-10]', async () => {
  const charity = await aCharity()
  await helpers.donation(charity.campaignId, declared())
  const { body } = await helpers.ask<Refused>(await finance(charity), 'GET', `${charity.path}/refused?reason=too-new`)
  expect(body).toMatchObject({ count: 1, donations: [{ gift: 20_00, currency: 'GBP', reasons: ['too-new'] }] })
  expect(JSON.stringify(body)).not.toContain('Amina')
})

test('a donor declares by account and gives without the box; the charity claims what is covered [gift-aid-2, gift-aid-15]', async () => {
  const charity = await aCharity()
  const donor = await aSession(installation.app, { firstName: 'Amina', lastName: 'House-Martin' })
  const give = (over: object) => helpers.donation(charity.campaignId, over, donor.token)
  const home = address()
  await give({ giftAid: true, taxAddress: home, giftAidChoice: 'later', amount: '10' })
  await give({ amount: '20', giftAidChoice: 'excluded' })
  clock.move({ minutes: 1 })
  const later = await give({ amount: '40' })
  const changed = await helpers.ask(donor.token, 'POST', '/v4/account/gift-aid/details', {
    address: { ...home, Address: '8 Queen Street' },
  })
  expect(changed.status).toBe(200)
  clock.move({ days: 14 })
  expect(await overview(charity)).toMatchObject({
    claimable: { count: 2, gifts: 50_00, tax: 12_50 },
    refused: [{ reason: 'excluded', count: 1 }],
  })
  const { id } = (await draft(charity)).body
  expect((await download(charity, id)).rows.slice(1).map((cells) => [cells[3], cells[8]])).toEqual([
    ['8 Queen Street', '10.00'],
    ['8 Queen Street', '40.00'],
  ])
  await submit(charity, id)
  await helpers.refund(await helpers.staff(), later.intentId, {
    everything: false,
    lines: [{ donationId: later.donationId, gift: 10_01 }],
  })
  await helpers.drain()
  await helpers.donation(charity.campaignId, declared())
  clock.move({ days: 14 })
  const next = (await draft(charity)).body.id
  expect(await claim(charity, next)).toMatchObject({
    claim: { rows: 1, tax: 5_00, adjustment: 2_51, net: 2_49 },
    adjustments: [{ returned: 10_01 }],
  })
})
