import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { signToken } from '#modules/platform/identity/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { restateForAddresses } from '../restate-receipts.ts'
import type { TaxAddressView } from '../contract-tax-addresses.ts'
import { remindOfTaxAddresses } from './remind-donors.ts'

let installation: TestApp
const campaigns: Record<string, string> = {}
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  const regimes = {
    uk: { country: 'GB', zone: 'Europe/London', currency: 'GBP', of: { gift_aid: true } },
    us: { country: 'US', zone: 'America/New_York', currency: 'USD', of: { tax_receipt_countries: ['US'] } },
    ca: { country: 'CA', zone: 'America/Toronto', currency: 'CAD', of: { tax_receipt_countries: ['CA'] } },
  } as const
  for (const [regime, { country, zone, currency, of }] of Object.entries(regimes)) {
    const organization = await anOrganization(installation.app, {
      country,
      time_zone: zone,
      receipt_regime: regime as 'uk',
      receipt_signatory: 'S. Khan',
    })
    const { id } = await aCampaign(installation.app, {
      organization_id: organization.id,
      currency,
      ends_at: null,
      ...of,
    } as never)
    campaigns[country] = String(id)
  }
})
afterAll(() => installation.close())

const homes = {
  GB: { FirstName: 'Amina', LastName: 'Khan', Address: '1 King Street', City: 'Leeds', Zip: 'LS1 1AA', Country: 'GB' },
  US: {
    FirstName: 'Amina',
    LastName: 'Khan',
    Address: '1 Elm St',
    City: 'Boston',
    State: 'MA',
    Zip: '02108',
    Country: 'US',
  },
  CA: {
    FirstName: 'Amina',
    LastName: 'Khan',
    Address: '1 King St',
    City: 'Toronto',
    State: 'ON',
    Zip: 'M5V 2T6',
    Country: 'CA',
  },
} as const
type Country = keyof typeof homes

let requests = 0
type Donation = {
  readonly email: string
  readonly country?: Country
  readonly giftAid?: boolean
  readonly taxReceipt?: boolean
  readonly more?: object
  readonly session?: string
}
/** Creates a paid donation with an issued receipt. */
async function donate({ email, country = 'GB', giftAid = false, taxReceipt = false, more = {}, session }: Donation) {
  const nth = (requests += 1)
  clock.move({ seconds: 20 })
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaigns[country]}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `request-${nth}`,
      'session-id': `visit-${nth}`,
      cookie: `country=${country}`,
      ...(session ? { authorization: session } : {}),
    },
    payload: {
      amount: '20',
      currency: { GB: 'GBP', US: 'USD', CA: 'CAD' }[country],
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      ...(session ? {} : { guest: { email, name: 'Amina Yusuf Khan' } }),
      giftAid,
      taxReceipt,
      ...more,
    },
  })
  await drainOutbox(installation.app)
  const { result } = answer.json<{ result: { intentId: string; token: string } }>()
  return { ...result, status: answer.statusCode }
}
type Refusal = { readonly code?: string; readonly fields?: Record<string, { code: string }> }
type Answered = [status: number, body: TaxAddressView & Refusal]
async function read(token: string): Promise<Answered> {
  const answer = await installation.fastify.inject({ url: `/v4/tax-addresses?token=${encodeURIComponent(token)}` })
  return [answer.statusCode, answer.json()]
}
async function add(token: string, payload: object): Promise<Answered> {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/tax-addresses',
    headers: { 'content-type': 'application/json' },
    payload: { token, ...payload },
  })
  await drainOutbox(installation.app)
  return [answer.statusCode, answer.json()]
}
const current = 'hmrc-2024-03'
const aided = { address: homes.GB, giftAid: true, giftAidTextVersion: current }
const donationOf = (intentId: string) =>
  installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
const declarationOf = async (intentId: string) =>
  installation.app.db
    .selectFrom('giving.gift_aid_declaration')
    .selectAll()
    .where('donation_id', '=', (await donationOf(intentId)).id)
    .executeTakeFirst()
const receiptsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('receipts.receipt as r')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .select(['r.revision', 'r.kind', 'r.number', 'r.tax_year', 'r.snapshot', 'v.reason'])
    .where('r.intent_id', '=', intentId)
    .orderBy('r.revision')
    .execute()
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject', 'content'])
    .where('to_address', '=', email)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
const linkIn = (content: unknown) => /tax-address\?token=([^"]+)"/.exec(JSON.stringify(content))?.[1]
const linkTo = async (email: string) => (await mailsTo(email)).map(({ content }) => linkIn(content)).find(Boolean)!

test('Gift Aid without an address isn’t declared; adding one declares it and replaces the receipt [receipts-15]', async () => {
  const email = 'aided@example.org'
  const { intentId, token } = await donate({ email, giftAid: true })
  expect(await donationOf(intentId)).toMatchObject({ gift_aid: false, gift_aid_requested: true, tax_address: null })
  expect(await declarationOf(intentId)).toBeUndefined()
  const [status, view] = await read(token)
  expect([status, view]).toMatchObject([
    200,
    {
      reliefs: ['gift-aid'],
      isGiftAidRequested: true,
      giftAidText: { version: current },
      stored: null,
      canChange: true,
      address: { FirstName: 'Amina', LastName: 'Yusuf Khan', Country: 'GB' },
      countries: null,
      donations: [{ gift: 2000, currency: 'GBP', givenOn: '2026-11-20', organization: 'Umeed Trust' }],
    },
  ])
  clock.move({ minutes: 3 })
  const submittedAt = clock.now()
  expect((await add(token, aided))[1]).toMatchObject({ reliefs: [], stored: 'LS1 •••', isGiftAidRequested: false })
  expect(await donationOf(intentId)).toMatchObject({
    gift_aid: true,
    gift_aid_requested: null,
    tax_address: { line1: '1 King Street', country: 'GB' },
  })
  expect(await declarationOf(intentId)).toMatchObject({
    text_version: current,
    first_name: 'Amina',
    declared_at: submittedAt,
    address: { postalCode: 'LS1 1AA' },
  })
  const receipts = await receiptsOf(intentId)
  expect(receipts).toMatchObject([
    {
      revision: 1,
      reason: 'The donor gave a tax address.',
      snapshot: { giftAid: null, lines: [{ lacksAddress: true }] },
    },
    { revision: 2, reason: null, snapshot: { giftAid: { amount: '5.00' }, lines: [{ giftAid: true }] } },
  ])
  expect((await mailsTo(email)).map(({ kind, subject }) => [kind, subject.includes(receipts[1]!.number)])).toEqual([
    ['receipt', false],
    ['receipt', true],
  ])
})

test('a repeated address and a repeated event issue no receipt and send no email', async () => {
  const { intentId, token } = await donate({ email: 'again@example.org', giftAid: true })
  for (let times = 0; times < 3; times++) expect((await add(token, aided))[0]).toBe(200)
  await installation.app.write((tx) => restateForAddresses(installation.app, tx, [intentId]))
  expect([(await receiptsOf(intentId)).length, (await mailsTo('again@example.org')).length]).toEqual([2, 2])
})

test('an address that is added before the receipt is issued is on the first receipt', async () => {
  const nth = (requests += 1)
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaigns.CA}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': `request-${nth}`, cookie: 'country=CA' },
    payload: {
      amount: '20',
      currency: 'CAD',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: 'quick@example.org', name: 'Amina Khan' },
      taxReceipt: true,
    },
  })
  const { intentId, token } = answer.json<{ result: { intentId: string; token: string } }>().result
  await add(token, { address: homes.CA })
  expect(await receiptsOf(intentId)).toMatchObject([{ revision: 1, kind: 'official', reason: null }])
})

test('a Canadian receipt is marked as not official until the address is added [receipts-15]', async () => {
  const email = 'canada@example.org'
  const { intentId } = await donate({ email, country: 'CA', taxReceipt: true })
  clock.move({ days: 10 })
  const [status, view] = await add(await linkTo(email), { address: homes.CA, shareAddress: true })
  expect([status, view.stored, view.canChange, view.address]).toEqual([200, 'M5 •••', false, null])
  expect(await receiptsOf(intentId)).toMatchObject([
    { kind: 'plain', snapshot: { sentences: ['This is not an official receipt for income tax purposes.'] } },
    {
      kind: 'official',
      tax_year: 2026,
      snapshot: { donor: { name: 'Amina Khan', address: { postalCode: 'M5V 2T6' } } },
    },
  ])
  expect(await donationOf(intentId)).toMatchObject({ share_address: true, tax_receipt: true, gift_aid: false })
})

test('a US receipt is official at once, and an address replaces it [receipts-15]', async () => {
  const { intentId, token } = await donate({ email: 'us@example.org', country: 'US', taxReceipt: true })
  expect((await read(token))[1]).toMatchObject({ reliefs: ['tax-receipt'], countries: ['US'], giftAidText: null })
  expect((await add(token, { address: homes.US, giftAid: true }))[0]).toBe(400)
  await add(token, { address: homes.US })
  expect(await receiptsOf(intentId)).toMatchObject([
    { kind: 'official', snapshot: { donor: { address: null } } },
    { kind: 'official', snapshot: { donor: { address: { city: 'Boston' } } } },
  ])
})

test('Gift Aid can be added later, but isn’t declared if unticked or on an unread text', async () => {
  const { intentId, token } = await donate({ email: 'omitted@example.org' })
  const refusalOf = async (payload: object) => {
    const [status, { code, fields }] = await add(token, payload)
    return [status, code, Object.keys(fields ?? {})]
  }
  expect(await refusalOf({ address: homes.GB })).toEqual([400, 'invalid-input', ['giftAid']])
  expect(await refusalOf({ address: homes.GB, giftAid: true })).toEqual([409, 'gift-aid-text-changed', []])
  expect(await refusalOf({ ...aided, address: { ...homes.GB, Zip: '12' } })).toEqual([
    400,
    'invalid-input',
    ['address.Zip'],
  ])
  expect(await refusalOf({ ...aided, address: { ...homes.GB, FirstName: '=Amina' } })).toEqual([
    400,
    'invalid-input',
    ['address.FirstName'],
  ])
  expect(await declarationOf(intentId)).toBeUndefined()
  expect((await add(token, aided))[0]).toBe(200)
  expect(await declarationOf(intentId)).toBeDefined()
})

test('the thank-you page can change the address for 24 hours, a link adds it once in 30 days [receipts-15]', async () => {
  const email = 'changed@example.org'
  const { intentId, token } = await donate({ email, giftAid: true })
  const link = await linkTo(email)
  await add(token, aided)
  const before = await declarationOf(intentId)
  expect((await add(token, { ...aided, address: { ...homes.GB, Address: '2 Queen Street' } }))[0]).toBe(200)
  const after = await declarationOf(intentId)
  expect(after).toMatchObject({ address: { line1: '2 Queen Street' }, declared_at: before!.declared_at })
  // A UK receipt prints no address.
  expect((await receiptsOf(intentId)).length).toBe(2)
  expect((await add(link, aided)).map((part) => (typeof part === 'number' ? part : part.code))).toEqual([
    409,
    'tax-address-given',
  ])
  expect((await read(link))[1]).toMatchObject({ stored: 'LS1 •••', address: null, canChange: false })
  clock.move({ days: 1 })
  expect([(await read(token))[0], (await add(token, aided))[0], (await read(link))[0]]).toEqual([404, 404, 200])
  clock.move({ days: 29 })
  expect((await read(link))[0]).toBe(404)
})

test('a token with another purpose is refused, and a billing address is only proposed', async () => {
  const { intentId, token } = await donate({
    email: 'billing@example.org',
    giftAid: true,
    more: { billingAddress: homes.GB },
  })
  expect((await read(token))[1]).toMatchObject({
    isProposal: true,
    stored: null,
    address: { Address: '1 King Street' },
  })
  expect(await donationOf(intentId)).toMatchObject({ tax_address: null, gift_aid: false })
  const other = signToken(installation.app.tokenSecret, 'duplicate', intentId, new Date('2100-01-01'))
  expect([(await read(other))[0], (await read('dn_x'))[0]]).toEqual([404, 404])
})

test('the account can add and change the address for four years, another account can’t [receipts-15]', async () => {
  const { bearer, email } = await signedIn()
  const { bearer: stranger } = await signedIn()
  const { intentId } = await donate({ email, session: bearer })
  const { id } = await donationOf(intentId)
  const call = async (as: string, payload?: object): Promise<Answered> => {
    const answer = await installation.fastify.inject({
      method: payload ? 'POST' : 'GET',
      url: `/v4/account/donations/${id}/tax-address`,
      headers: { authorization: as, ...(payload ? { 'content-type': 'application/json' } : {}) },
      ...(payload ? { payload } : {}),
    })
    return [answer.statusCode, answer.json()]
  }
  expect([(await call(stranger))[0], (await call(stranger, aided))[0]]).toEqual([404, 404])
  expect((await call(bearer))[1]).toMatchObject({ reliefs: ['gift-aid'], canChange: true })
  expect((await call(bearer, aided))[1]).toMatchObject({ stored: 'LS1 •••', address: { Address: '1 King Street' } })
  expect((await call(bearer, { ...aided, address: { ...homes.GB, City: 'York' } }))[1]).toMatchObject({
    address: { City: 'York' },
  })
})

test('donors are reminded on day 3 and day 25 of the reliefs they requested, once each [receipts-16]', async () => {
  const people = {
    gift: 'r-gift-aid@example.org',
    ca: 'r-ca@example.org',
    us: 'r-us@example.org',
    done: 'r-done@example.org',
  }
  await donate({ email: people.gift, giftAid: true })
  await donate({ email: people.ca, country: 'CA', taxReceipt: true })
  await donate({ email: people.us, country: 'US', taxReceipt: true })
  await donate({ email: 'r-none@example.org' })
  const { token } = await donate({ email: people.done, giftAid: true })
  await add(token, aided)
  const reminded = async () =>
    Promise.all(
      Object.values(people).map(
        async (email) => (await mailsTo(email)).filter(({ kind }) => kind === 'tax-address').length,
      ),
    )
  clock.move({ days: 2 })
  await remindOfTaxAddresses(installation.app)
  expect(await reminded()).toEqual([0, 0, 0, 0])
  clock.move({ days: 1, minutes: 5 })
  for (let times = 0; times < 2; times++) await remindOfTaxAddresses(installation.app)
  expect(await reminded()).toEqual([1, 1, 0, 0])
  clock.move({ days: 22 })
  await Promise.all([remindOfTaxAddresses(installation.app), remindOfTaxAddresses(installation.app)])
  expect(await reminded()).toEqual([2, 2, 0, 0])
  const last = (await mailsTo(people.gift)).at(-1)!
  expect((await add(linkIn(last.content)!, aided))[0]).toBe(200)
  expect(await installation.app.db.selectFrom('tax_addresses.request').selectAll().execute()).toEqual([])
})

test('the database refuses Gift Aid without an address', async () => {
  const { intentId } = await donate({ email: 'held@example.org' })
  const { id } = await donationOf(intentId)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await expect(owner.query('update giving.donation set gift_aid = true where id = $1', [id])).rejects.toThrow(
    /gift_aid_has_address/,
  )
  await owner.end()
})

test('the ledger checks find nothing after all of it', async () => {
  await drainOutbox(installation.app)
  const findings = await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)
  // This test delivers no emails, so Q8 reports them.
  expect(findings.filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))).toEqual([])
})

async function signedIn(): Promise<{ bearer: string; email: string }> {
  const email = `member-${(requests += 1)}@example.org`
  const { token } = await aSession(installation.app, { email, firstName: 'Amina', lastName: 'Khan' } as never)
  return { bearer: `Bearer ${token}`, email }
}
