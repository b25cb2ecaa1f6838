import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
const now = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
afterAll(() => installation.close())

async function aPerson(over: Parameters<typeof aSession>[1] = {}) {
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, ...over })
  const ask = async (method: 'GET' | 'POST' | 'PUT', url: string, payload: object = {}) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    }
    const answer = await installation.fastify.inject({ method, url, headers, ...(method === 'GET' ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  return { viewer, ask }
}
const anAdmin = () => aPerson({ roles: ['admin'] })

const words = {
  name: '  Bayt  al-Khayr ',
  nameAr: 'بيت الخير',
  about: 'Meals for students. Every evening of the term.\n\nIn three cities.',
  website: 'https://bayt.example',
  email: 'office@bayt.example',
  postalAddress: ' 1 Long Row \r\n\r\nNottingham\nNG1 2DH ',
  registration: 'Charity no. 1234567',
}
const charity = {
  ...words,
  slug: 'bayt-al-khayr',
  country: 'GB',
  timeZone: 'Europe/London',
  currency: 'GBP',
  category: 'food',
  receiptRegime: 'uk',
}
const campaignOf = (slug: string) =>
  installation.app.db.selectFrom('campaigns.campaign').selectAll().where('slug', '=', slug).executeTakeFirst()

test('an admin adds a charity; its owner joins by mail and starts a fundraiser', async () => {
  const [admin, owner] = [await anAdmin(), await aPerson()]
  const added = await admin.ask('POST', '/v4/staff/charities', charity)
  expect(added).toMatchObject({ status: 200, body: { slug: 'bayt-al-khayr' } })
  const { id } = added.body as { id: string }
  expect(await campaignOf('bayt-al-khayr')).toMatchObject({
    kind: 'general-fund',
    name: 'Bayt al-Khayr',
    tagline: 'Meals for students.',
    story: '<p>Meals for students. Every evening of the term.</p><p>In three cities.</p>',
    status: 1,
    currency: 'GBP',
    gift_aid: true,
    organizer_name: 'Bayt al-Khayr',
  })
  expect(
    (
      await installation.fastify.inject(
        `/api/donate/minimumProjectForDonation/${(await campaignOf('bayt-al-khayr'))!.id}`,
      )
    ).statusCode,
  ).toBe(200)
  expect((await admin.ask('GET', '/v4/staff/charities')).body.charities).toMatchObject([
    { id, owners: 0, verification: 'none', verifiedUntil: null },
  ])
  expect((await entriesAbout(installation.app.db, `organization:${id}`, 5)).map(({ act }) => act)).toEqual([
    'fundraising.charity-added',
  ])

  expect((await admin.ask('POST', `/v4/staff/charities/${id}/owners`, { email: owner.viewer.email })).status).toBe(200)
  expect((await admin.ask('GET', `/v4/staff/charities/${id}`)).body).toMatchObject({
    charity: {
      name: 'Bayt al-Khayr',
      postalAddress: '1 Long Row\nNottingham\nNG1 2DH',
      signatory: null,
      verification: 'none',
    },
    owners: [],
    invitations: [{ email: owner.viewer.email }],
  })
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .select('content')
    .where('to_address', '=', owner.viewer.email)
    .executeTakeFirstOrThrow()
  const code = /join\?code=([\w-]+)/.exec(JSON.stringify(mail.content))![1]!
  expect((await owner.ask('POST', '/v4/invitations/accept', { code })).status).toBe(200)
  expect((await admin.ask('GET', `/v4/staff/charities/${id}`)).body).toMatchObject({
    owners: [{ email: owner.viewer.email }],
    invitations: [],
  })
  expect((await admin.ask('GET', '/v4/staff/charities')).body.charities).toMatchObject([{ owners: 1 }])
  const begun = await owner.ask('POST', '/v4/fundraisers', {
    organizationId: id,
    title: 'A term of warm evenings',
    category: 'food',
    currency: 'GBP',
    language: 'en',
    by: 'charity',
  })
  expect(begun.status).toBe(200)
})

test('reports missing and invalid values at their fields and adds nothing', async () => {
  const admin = await anAdmin()
  const refused = async (over: object) =>
    (await admin.ask('POST', '/v4/staff/charities', { ...charity, slug: 'another', ...over })).body as {
      fields: object
    }
  expect((await admin.ask('POST', '/v4/staff/charities', {})).body).toMatchObject({
    fields: {
      slug: expect.any(String),
      country: 'Please select a country.',
      timeZone: 'Choose a time zone.',
      currency: expect.any(String),
      category: expect.any(String),
      receiptRegime: 'Choose the wording of its receipts.',
      name: 'Enter the name of the charity.',
      email: expect.any(String),
      postalAddress: expect.any(String),
      registration: expect.any(String),
    },
  })
  expect((await refused({ receiptRegime: 'ca' })).fields).toEqual({
    signatory: 'Enter the name of the person who signs receipts. Canada requires it.',
  })
  expect((await refused({ website: 'javascript:alert(1)' })).fields).toEqual({
    website: expect.stringContaining('https://'),
  })
  expect((await refused({ timeZone: 'Mars/Olympus' })).fields).toEqual({ timeZone: 'Choose a time zone.' })
  for (const slug of ['Bayt al-Khayr', 'a--b', '-a', '../x', 'x'.repeat(81)])
    expect(Object.keys((await refused({ slug })).fields), slug).toEqual(['slug'])
  expect(await campaignOf('another')).toBeUndefined()
})

test('a slug is unique among charities and fundraisers, also under concurrency', async () => {
  const admin = await anAdmin()
  const add = (slug: string) => admin.ask('POST', '/v4/staff/charities', { ...charity, slug })
  const both = await Promise.all([add('noor-house'), add('noor-house')])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'slug-taken',
    fields: { slug: expect.any(String) },
  })
  expect(
    (
      await installation.app.db
        .selectFrom('organizations.organization')
        .select('id')
        .where('slug', '=', 'noor-house')
        .execute()
    ).length,
  ).toBe(1)
})

test('a corrected name also changes the general fund; verification and its basis stay', async () => {
  const admin = await anAdmin()
  const { id } = (await admin.ask('POST', '/v4/staff/charities', { ...charity, slug: 'zad' })).body as { id: string }
  for (const staff of [admin, await anAdmin()])
    await staff.ask('PUT', `/v4/staff/charities/${id}/verification`, { state: 'verified' })
  const verification = async () => (await admin.ask('GET', `/v4/staff/charities/${id}`)).body.charity
  const before = await verification()
  const change = (over: object) => admin.ask('PUT', `/v4/staff/charities/${id}`, { ...words, ...over })
  expect((await change({ name: 'Zad Trust', slug: 'elsewhere', currency: 'USD' })).status).toBe(200)
  expect(await campaignOf('zad')).toMatchObject({ name: 'Zad Trust', organizer_name: 'Zad Trust', currency: 'GBP' })
  expect(await verification()).toMatchObject({ verification: 'verified', verifiedUntil: before.verifiedUntil })
  expect((await change({ name: ' ' })).body).toMatchObject({ fields: { name: 'Enter the name of the charity.' } })
  expect((await admin.ask('PUT', '/v4/staff/charities/999999', words)).status).toBe(404)
})

test('two staff members correct a charity: both changes stay, and a shared field is refused [content-47]', async () => {
  const [first, second] = [await anAdmin(), await anAdmin()]
  const { id } = (await first.ask('POST', '/v4/staff/charities', { ...charity, slug: 'wadi' })).body as { id: string }
  const loaded = { ...words, name: 'Bayt al-Khayr', postalAddress: '1 Long Row\nNottingham\nNG1 2DH' }
  const save = (by: typeof first, over: object) =>
    by.ask('PUT', `/v4/staff/charities/${id}`, { ...loaded, ...over, loaded })
  const answers = await Promise.all([
    save(first, { name: 'Wadi Trust' }),
    save(second, { about: 'Wells.\r\nAnd taps.' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const current = { name: 'Wadi Trust', about: 'Wells.\nAnd taps.' }
  expect((await first.ask('GET', `/v4/staff/charities/${id}`)).body.charity).toMatchObject(current)
  const refused = await save(second, { name: 'Wadi', website: '' })
  expect([refused.status, refused.body.code]).toEqual([409, 'edited-meanwhile'])
  expect(refused.body.fields).toEqual({ name: expect.stringContaining('Wadi Trust') })
  expect((await first.ask('GET', `/v4/staff/charities/${id}`)).body.charity).toMatchObject({
    ...current,
    website: words.website,
  })
})

test('only admins find charities’ administration', async () => {
  for (const roles of [[], ['support'], ['reviewer'], ['finance']] as const) {
    const { ask } = await aPerson({ roles: [...roles] })
    for (const [method, url] of [
      ['GET', '/v4/staff/charities'],
      ['POST', '/v4/staff/charities'],
    ] as const)
      expect((await ask(method, url, charity)).status).toBe(403)
  }
})
