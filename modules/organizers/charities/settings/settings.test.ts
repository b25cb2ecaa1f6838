import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateOrganization } from '#modules/causes/organizations/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { nameSubject } from '#modules/trust/moderation/subjects/name.ts'
import { syncCases } from '#modules/trust/moderation/sync-cases.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aMemberOf, ask, aSignedUpCharity } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp()
})
afterAll(() => installation.close())

test('owners and admins change the settings that they send; faults are by field and nothing is saved [S2 §3] [S2 §8]', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Settings Relief' })
  const path = charity.path
  const changed = await ask(installation, charity.token, 'PATCH', path, {
    // As copied from an iPhone's contacts, in Arabic digits.
    phone: '\u202a+٤٤ ٢٠ ٧١٢٣–٤٥٦٧\u202c',
    primaryColour: '#2c633d',
    website: 'https://settings.example',
    facebook: 'https://facebook.com/settings',
    thanksEn: 'May Allah accept it.',
  })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    {
      id: charity.id,
      subdomain: charity.subdomain,
      name: 'Settings Relief',
      email: 'office@rahma.example',
      phone: '+442071234567',
      primaryColour: '#2C633D',
      website: 'https://settings.example',
      facebook: 'https://facebook.com/settings',
      twitter: '',
      thanksEn: 'May Allah accept it.',
    },
  ])
  const wrong = await ask(installation, charity.token, 'PATCH', path, {
    name: '',
    phone: '12',
    twitter: 'https://evil.example',
  })
  expect(wrong.status).toBe(400)
  expect(Object.keys((wrong.body as unknown as { fields: object }).fields).toSorted()).toEqual([
    'name',
    'phone',
    'twitter',
  ])
  const logo = await ask(installation, charity.token, 'PATCH', path, { logoId: installation.app.newId() })
  expect(logo.status).toBe(400)
  const settings = await ask(installation, charity.token, 'GET', `${path}/settings`)
  expect(settings.body).toMatchObject({ name: 'Settings Relief', phone: '+442071234567' })
  const editor = await aMemberOf(installation, charity.id, 'editor')
  expect((await ask(installation, editor.token, 'PATCH', path, { name: 'Other' })).status).toBe(403)
})

test('of concurrent changes of different fields both stay, and a change based on an older version is refused', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Concurrent Relief' })
  const change = (body: object) => ask(installation, charity.token, 'PATCH', charity.path, body)
  const read = async () => (await ask(installation, charity.token, 'GET', `${charity.path}/settings`)).body
  for (const round of ['one', 'two', 'three']) {
    const changes = { name: `Relief ${round}`, nameAr: `إغاثة ${round}`, about: `About ${round}` }
    await Promise.all(Object.entries(changes).map(([field, text]) => change({ [field]: text })))
    expect(await read()).toMatchObject(changes)
  }
  const { version } = (await read()) as unknown as { version: string }
  const saved = await Promise.all(
    ['https://one.example', 'https://two.example'].map((website) => change({ website, version })),
  )
  expect(new Set(saved.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const refused = saved.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'settings-changed' })
})

test('a new contact email applies once its mailed link is confirmed (content-28)', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Email Relief' })
  const { body } = await ask(installation, charity.token, 'PATCH', charity.path, { email: 'new@email.example' })
  expect(body).toMatchObject({ email: 'office@rahma.example', waitingEmail: 'new@email.example' })
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .selectAll()
    .where('kind', '=', 'charity-email-requested')
    .where('to_address', '=', 'new@email.example')
    .executeTakeFirstOrThrow()
  const code = /charity-email\?code=([\w-]+)/.exec(JSON.stringify(mail))![1]!
  const path = `/v4/charity-emails/${code}`
  expect((await ask(installation, '', 'GET', path)).body).toEqual({ name: 'Email Relief', email: 'new@email.example' })
  expect((await ask(installation, '', 'POST', path)).status).toBe(200)
  expect((await ask(installation, '', 'POST', path)).status).toBe(404)
  expect((await ask(installation, charity.token, 'GET', `${charity.path}/settings`)).body).toMatchObject({
    email: 'new@email.example',
    waitingEmail: null,
  })
})

test('organizations by user id are those of the account with role and verification, and none is a sentence [S2 §8]', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Own Relief' })
  const own = await ask(installation, charity.token, 'GET', `/v4/users/${charity.viewer.accountId}/organizations`)
  expect(own.body).toMatchObject({
    organizations: [{ id: charity.id, subdomain: charity.subdomain, role: 'owner', verification: { state: 'none' } }],
  })
  const { token, viewer } = await aSession(installation.app)
  expect((await ask(installation, token, 'GET', `/v4/users/${charity.viewer.accountId}/organizations`)).status).toBe(
    404,
  )
  const none = await ask(installation, token, 'GET', `/v4/users/${viewer.accountId}/organizations`)
  expect([none.status, none.body]).toMatchObject([404, { message: 'No organization found for this user' }])
})

test('owners, admins and finance need two factors from the first request on, where the operator demands it (accounts-14)', async () => {
  const strict = await createTestApp({ environment: { TWO_FACTOR: 'required' } })
  const charity = await aSignedUpCharity(strict, { name: 'Factor Relief' })
  const editor = await aMemberOf(strict, charity.id, 'editor')
  const paths = [charity.path, `${charity.path}/settings`, `${charity.path}/members`]
  for (const path of paths) expect((await ask(strict, charity.token, 'GET', path)).status).toBe(200)
  await strict.app.write((tx) => updateOrganization(tx, BigInt(charity.id), { verification_state: 'requested' }))
  for (const path of paths) {
    const { status, body } = await ask(strict, charity.token, 'GET', path)
    expect([path, status, body]).toMatchObject([path, 403, { code: 'two-factor-required' }])
  }
  expect((await ask(strict, charity.token, 'PATCH', charity.path, { name: 'Other' })).status).toBe(403)
  expect((await ask(strict, editor.token, 'GET', charity.path)).status).toBe(200)
  await strict.app.db
    .updateTable('identity.session')
    .set({ second_factor_at: strict.app.clock() })
    .where('account_id', '=', charity.viewer.accountId)
    .execute()
  for (const path of paths) expect((await ask(strict, charity.token, 'GET', path)).status).toBe(200)
  await strict.close()
})

test('a failure of the server on these calls has their sentence of S2 §8', async () => {
  const charity = await aSignedUpCharity(installation, { name: 'Failure Relief' })
  const { db } = installation.app
  const failing = { ...installation.app, db: undefined }
  Object.assign(installation.app, {
    clock: () => {
      throw new Error('away')
    },
  })
  try {
    const { status, body } = await ask(installation, charity.token, 'GET', `${charity.path}/settings`)
    expect([status, body]).toMatchObject([500, { class: 'server', message: 'Failed to fetch organization data' }])
  } finally {
    Object.assign(installation.app, { clock: failing.clock, db })
  }
})

const aPublicCharity = async (name: string) => {
  const charity = await aSignedUpCharity(installation, { name })
  const until = new Date(installation.app.clock().getTime() + 86_400_000)
  await installation.app.write((tx) =>
    updateOrganization(tx, BigInt(charity.id), {
      verification_state: 'verified',
      verified_at: installation.app.clock(),
      verified_until: until,
    }),
  )
  return charity
}

test('a new name that looks like another charity’s or the platform’s waits for staff (content-39)', async () => {
  await aPublicCharity('Crescent Harbour')
  const charity = await aPublicCharity('Lantern of Leeds')
  const rename = (body: object) => ask(installation, charity.token, 'PATCH', charity.path, body)
  for (const name of ['Crеscеnt Hаrbour', 'Cres\u200bcent  HARBOUR', 'Sunbul', 'SunbuI', 'Ѕunbul'])
    expect((await rename({ name, about: `About ${name}` })).body).toMatchObject({
      name: 'Lantern of Leeds',
      waitingName: expect.any(String),
      about: `About ${name}`,
    })
  expect((await rename({ nameAr: 'سنبل' })).status).toBe(200)
  // Saving the form with the present name keeps the waiting name; a further name replaces it.
  expect((await rename({ name: 'Crescent Harbor', nameAr: '' })).body).toMatchObject({ waitingName: 'Crescent Harbor' })
  expect((await rename({ name: 'Lantern of Leeds', phone: '+442071234567' })).body).toMatchObject({
    waitingName: 'Crescent Harbor',
  })
  expect((await rename({ name: 'Lantern of the North' })).body).toMatchObject({
    name: 'Lantern of the North',
    waitingName: null,
  })
})

test.each([
  ['allow', 'Crescent Harbour Trust'],
  ['keep-name', 'Beacon of Bolton'],
])('staff decide about it by %s, and the charity is mailed (content-39)', async (decision, name) => {
  await aPublicCharity('Crescent Harbour Trusts')
  const charity = await aPublicCharity('Beacon of Bolton')
  await ask(installation, charity.token, 'PATCH', charity.path, { name: 'Crescent Harbour Trust' })
  await syncCases(installation.app)
  const { id } = await installation.app.db
    .selectFrom('moderation.case as c')
    .innerJoin('organizations.name_change as n', (join) => join.on(sql<boolean>`n.id::text = c.subject_id`))
    .select('c.id')
    .where('n.organization_id', '=', BigInt(charity.id))
    .executeTakeFirstOrThrow()
  const { token } = await aSession(installation.app, { roles: ['reviewer'] })
  const url = `/v4/staff/cases/${id}`
  const { seen, texts } = (await ask(installation, token, 'GET', url)).body as unknown as {
    seen: string
    texts: object[]
  }
  expect(texts).toContainEqual({ name: 'public-name', before: null, now: 'Crescent Harbour Trust' })
  expect(texts).toContainEqual({ name: 'like-name', before: null, now: expect.stringContaining('Crescent Harbour') })
  const decided = await ask(installation, token, 'POST', `${url}/decision`, { seen, decision, reason: 'Compared.' })
  expect([decided.status, decided.text]).toMatchObject([200, expect.any(String)])
  expect((await ask(installation, charity.token, 'GET', `${charity.path}/settings`)).body).toMatchObject({
    name,
    waitingName: null,
  })
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select('kind')
    .where('kind', '=', `moderation-name-${decision}`)
    .execute()
  expect(mails).toHaveLength(1)
})

test('of two charities that take the same name at once one waits for staff, in any number of processes', async () => {
  for (const name of ['Harvest of Hope', 'Wells for Wajir', 'Bread and Books', 'Olive Tree Aid']) {
    const charities = [await aPublicCharity(`One ${name}`), await aPublicCharity(`Two ${name}`)]
    const renamed = await Promise.all(
      charities.map((charity) => ask(installation, charity.token, 'PATCH', charity.path, { name })),
    )
    const after = renamed.map(({ body }) => body as unknown as { name: string; waitingName: string | null })
    expect(after.filter((charity) => charity.name === name)).toHaveLength(1)
    expect(after.filter(({ waitingName }) => waitingName === name)).toHaveLength(1)
  }
})

test('a new name is compared with names that wait for staff, who see what it looks like now (content-39)', async () => {
  const named = await aPublicCharity('Orchard of Mercy')
  const [first, second] = [await aPublicCharity('Third Charity'), await aPublicCharity('Fourth Charity')]
  const rename = (charity: typeof first, name: string) =>
    ask(installation, charity.token, 'PATCH', charity.path, { name })
  const likeName = async ({ id }: typeof first) => {
    const change = await installation.app.db
      .selectFrom('organizations.name_change')
      .select('id')
      .where('organization_id', '=', BigInt(id))
      .where('decided_at', 'is', null)
      .executeTakeFirstOrThrow()
    return (await nameSubject.describe(installation.app.db, change.id, installation.app))?.texts['like-name']
  }
  expect((await rename(first, 'Orchards of Mercy')).body).toMatchObject({ waitingName: 'Orchards of Mercy' })
  expect(await likeName(first)).toBe('Orchard of Mercy')
  expect((await rename(named, 'Fifth Charity')).body).toMatchObject({ name: 'Fifth Charity', waitingName: null })
  expect(await likeName(first)).toBe('')
  expect((await rename(second, 'Orchards of Mercy')).body).toMatchObject({ waitingName: 'Orchards of Mercy' })
  expect([await likeName(first), await likeName(second)]).toEqual(['Orchards of Mercy', 'Orchards of Mercy'])
})
