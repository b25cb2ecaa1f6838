import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { GiftAidOverview } from '../contract-declarations.ts'
import { askAnonymousDonors } from './confirm.ts'
import { findCoveredDonations } from './covering.ts'

let installation: TestApp
let helpers: ReturnType<typeof refundHelpers>
let organizationId: bigint
let campaign: bigint
let donor: Awaited<ReturnType<typeof aSession>>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = refundHelpers(installation)
})
afterAll(() => installation.close())
beforeEach(async () => {
  const row = await aCampaign(installation.app, { gift_aid: true })
  organizationId = row.organization_id
  campaign = row.id
  donor = await aSession(installation.app, { firstName: 'Amina', lastName: 'Khan' })
  clock.move({ minutes: 20 })
})

const home = {
  FirstName: 'Amina',
  LastName: 'Khan',
  Address: '1 King Street',
  City: 'Leeds',
  Zip: 'LS1 1AA',
  Country: 'GB',
}
const declared = { giftAid: true, taxAddress: home }
const give = async (over: object = {}, token: string | undefined = donor.token) =>
  (await helpers.donation(campaign, over, token)).donationId
const read = async () => (await helpers.ask<GiftAidOverview>(donor.token, 'GET', '/v4/account/gift-aid')).body
const post = (path: string, payload: object) =>
  helpers.ask<GiftAidOverview & { readonly fields?: object }>(
    donor.token,
    'POST',
    `/v4/account/gift-aid${path}`,
    payload,
  )
const covered = async () => {
  const found = await findCoveredDonations(installation.app, organizationId)
  return found.map(({ donationId, details }) => [donationId, details?.line1])
}
const stateOf = async (id: string) => (await read()).donations.find((donation) => donation.id === id)?.state
const mails = async (kind: string) =>
  (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['kind', 'content'])
      .where('kind', '=', kind)
      .execute()
  ).map(({ content }) => JSON.stringify(content))

test('a ticked box declares for one donation only', async () => {
  const first = await give(declared)
  await give()
  expect(await covered()).toEqual([[first, '1 King Street']])
  expect((await read()).declarations).toEqual([])
})

test('a declaration for later donations covers them without the box, with its day on the receipt', async () => {
  const sent = (await mails('gift-aid-later')).length
  await give({ ...declared, giftAidChoice: 'later' })
  clock.move({ days: 3 })
  const second = await give()
  const row = await installation.app.db
    .selectFrom('giving.donation')
    .select(['gift_aid', 'tax_address'])
    .where('id', '=', second)
    .executeTakeFirstOrThrow()
  expect(row.gift_aid).toBe(true)
  expect(await stateOf(second)).toBe('covered')
  expect(await covered()).toHaveLength(2)
  const { declarations } = await read()
  expect(declarations).toMatchObject([{ scope: 'later', source: 'form', coversUntil: null }])
  expect(await mails('gift-aid-later')).toHaveLength(sent + 1)
  expect((await mails('gift-aid-later')).at(-1)).toContain('I am a UK taxpayer')
})

test('a donation is excluded when donating or later, and only once', async () => {
  await give({ ...declared, giftAidChoice: 'later' })
  const excluded = await give({ giftAidChoice: 'excluded' })
  const later = await give()
  expect(await stateOf(excluded)).toBe('excluded')
  for (const expected of [200, 200]) expect((await post(`/donations/${later}/exclude`, {})).status).toBe(expected)
  expect(await stateOf(later)).toBe('excluded')
  expect(await covered()).toHaveLength(1)
})

test('the checkout knows what the account received from the charity in this tax year [gift-aid-11]', async () => {
  campaign = (await aCampaign(installation.app, { gift_aid: true, currency: 'GBP' })).id
  const level = await aLevel(installation.app, campaign, { benefit_value: 3_00n })
  const cover = async () =>
    (await helpers.ask<{ benefits: number }>(donor.token, 'GET', `/v4/account/gift-aid/cover?campaignId=${campaign}`))
      .body.benefits
  expect(await cover()).toBe(0)
  await give({ currency: 'GBP', rewardID: String(level.id), amount: '25' })
  await give({ currency: 'GBP' })
  expect(await cover()).toBe(3_00)
})

test('a stranger can’t exclude a donation or end a declaration', async () => {
  const first = await give({ ...declared, giftAidChoice: 'later' })
  const [declaration] = (await read()).declarations
  donor = await aSession(installation.app)
  expect((await post(`/donations/${first}/exclude`, {})).status).toBe(404)
  expect((await post(`/declarations/${declaration!.id}/end`, { from: '2030-01-01' })).status).toBe(404)
})

test('a declaration ends from a day on, once and never backwards, and a mail confirms it', async () => {
  await give({ ...declared, giftAidChoice: 'later' })
  const { declarations, today } = await read()
  const path = `/declarations/${declarations[0]!.id}/end`
  const past = await post(path, { from: '2020-01-01' })
  expect([past.status, past.body.fields]).toMatchObject([400, { from: expect.stringContaining('Choose today') }])
  const sent = (await mails('gift-aid-ended')).length
  expect((await post(path, { from: today })).body.declarations[0]?.coversUntil).toBe(today)
  expect((await post(path, { from: today })).status).toBe(409)
  expect(await mails('gift-aid-ended')).toHaveLength(sent + 1)
  const after = await give()
  expect(await stateOf(after)).toBe('not-covered')
})

test('claims use the newest name and address', async () => {
  await give({ ...declared, giftAidChoice: 'later' })
  clock.move({ minutes: 1 })
  expect((await post('/details', { address: { ...home, Address: '2 Queen Street' } })).status).toBe(200)
  expect(await covered()).toMatchObject([[expect.anything(), '2 Queen Street']])
  expect((await read()).details?.Address).toBe('2 Queen Street')
  const refused = await post('/details', { address: { ...home, Zip: '' } })
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['address.Zip']])
})

test('a guest, or an account without the box, can’t declare for later donations', async () => {
  await give({ ...declared, giftAidChoice: 'later', guest: { email: 'guest@example.org', name: 'Amina Khan' } }, '')
  await give({ giftAidChoice: 'later' })
  await drainOutbox(installation.app)
  const rows = await installation.app.db
    .selectFrom('gift_aid.declaration')
    .select('scope')
    .where('organization_id', '=', organizationId)
    .execute()
  expect(rows).toEqual([{ scope: 'donation' }])
})

test('a declaration in another name than the donor’s is refused at its field [gift-aid-5]', async () => {
  const other = { ...home, FirstName: 'Bilal', LastName: 'Siddiq' }
  const pay = (taxAddress: object) =>
    helpers.ask<{ fields?: object }>(
      donor.token,
      'POST',
      `/api/donate/donate/${campaign}`,
      {
        amount: '20',
        currency: 'GBP',
        tokens: [{ type: 'card', token: 'pm_card_visa' }],
        giftAid: true,
        ...(taxAddress ? { taxAddress } : {}),
      },
      installation.app.newId(),
    )
  const refused = await pay(other)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('taxAddress.LastName')])
  const id = await give({ giftAid: true })
  const path = `/v4/account/donations/${id}/tax-address`
  const added = await helpers.ask<{ fields?: object }>(donor.token, 'POST', path, {
    address: other,
    giftAid: true,
    giftAidTextVersion: 'hmrc-2024-03',
  })
  expect([added.status, Object.keys(added.body.fields ?? {})]).toEqual([400, ['address.LastName']])
  expect(await covered()).toEqual([])
  const receipts = await installation.app.db
    .selectFrom('receipts.receipt as r')
    .innerJoin('receipts.line as l', 'l.receipt_id', 'r.id')
    .select('r.snapshot')
    .where('l.donation_id', '=', id)
    .execute()
  expect(receipts.map(({ snapshot }) => snapshot)).toMatchObject([{ donor: { name: 'Amina Khan' }, giftAid: null }])
})

test('an earlier anonymous declaration covers nothing until its donor agrees by the link [gift-aid-6]', async () => {
  const { app } = installation
  const id = await give({ ...declared, anonymous: true })
  await app.write((tx) =>
    tx.updateTable('gift_aid.declaration').set({ needs_confirmation: true }).where('donation_id', '=', id).execute(),
  )
  expect([await covered(), await stateOf(id)]).toEqual([[], 'unconfirmed'])
  expect([await askAnonymousDonors(app), await askAnonymousDonors(app)]).toEqual([1, 0])
  const token = /\/gift-aid\/confirm\?token=([\w.-]+)/.exec((await mails('gift-aid-anonymous')).at(-1)!)![1]!
  const open = (method: 'GET' | 'POST', sent: string) =>
    helpers.ask<{ isConfirmed: boolean; organization: string }>(
      '',
      method,
      `/v4/gift-aid/confirmation${method === 'GET' ? `?token=${sent}` : ''}`,
      { token: sent },
    )
  expect((await open('GET', token)).body.isConfirmed).toBe(false)
  expect(await covered()).toEqual([])
  expect((await open('POST', `${token.slice(0, -1)}x`)).status).toBe(404)
  for (const sent of [token, token]) expect((await open('POST', sent)).body.isConfirmed).toBe(true)
  expect(await covered()).toHaveLength(1)
})

test('an account agrees for its own anonymous donation, and a stranger can’t [gift-aid-6]', async () => {
  const { app } = installation
  const id = await give({ ...declared, anonymous: true })
  await app.write((tx) =>
    tx.updateTable('gift_aid.declaration').set({ needs_confirmation: true }).where('donation_id', '=', id).execute(),
  )
  const before = (await covered()).length
  expect((await helpers.ask('', 'POST', `/v4/account/gift-aid/donations/${id}/confirm`, {})).status).toBe(401)
  for (const expected of [200, 200]) expect((await post(`/donations/${id}/confirm`, {})).status).toBe(expected)
  expect([(await covered()).length, await stateOf(id)]).toEqual([before + 1, 'covered'])
  expect((await post(`/donations/${await give()}/confirm`, {})).status).toBe(404)
})

test('an account declares for the past four years and later donations, once', async () => {
  const earlier = await give()
  await give(declared)
  expect(await stateOf(earlier)).toBe('not-covered')
  const declare = (textVersion: string) =>
    post('/declarations', { organizationId: String(organizationId), textVersion })
  expect((await declare('hmrc-1999')).status).toBe(409)
  const sent = (await mails('gift-aid-past-and-later')).length
  for (const expected of [200, 200]) expect((await declare('hmrc-2024-03')).status).toBe(expected)
  expect((await read()).declarations).toMatchObject([
    { scope: 'past_and_later', source: 'account', coversFrom: '2022-11-05' },
  ])
  expect(await mails('gift-aid-past-and-later')).toHaveLength(sent + 1)
  expect(await stateOf(earlier)).toBe('covered')
  donor = await aSession(installation.app)
  expect((await declare('hmrc-2024-03')).status).toBe(404)
})
