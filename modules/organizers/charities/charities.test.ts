import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import { aMemberOf, ask, aSignedUpCharity, aCompleteForm, completeForm, newCharity } from './testing.ts'

let installation: TestApp
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ clock: () => now })
})
beforeEach(() => void (now = new Date('2026-11-24T12:00:00Z')))
afterAll(() => installation.close())

describe('signing up', () => {
  test('makes a draft with its owner and a general fund that is a draft, and nothing of it is public (content-21)', async () => {
    const charity = await aSignedUpCharity(installation, { name: 'Noor of Leeds' })
    expect(charity.subdomain).toBe('noor-of-leeds')
    const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/verification`)
    expect(body).toMatchObject({ state: 'none', role: 'owner', version: 0, receipts: 'plain', request: null })
    const fund = await installation.app.db
      .selectFrom('campaigns.campaign')
      .select(['status', 'kind', 'currency', 'gift_aid', 'category'])
      .where('slug', '=', 'noor-of-leeds')
      .executeTakeFirstOrThrow()
    expect(fund).toEqual({ status: 0, kind: 'general-fund', currency: 'GBP', gift_aid: false, category: 'community' })
    for (const path of ['/v4/campaign-pages/noor-of-leeds', '/embed/noor-of-leeds'])
      expect((await installation.fastify.inject(path)).statusCode).toBe(404)
    const stranger = await aSession(installation.app, { isConfirmed: true })
    const { body: listed } = await ask(installation, stranger.token, 'GET', '/v4/fundraisers/charities')
    expect(JSON.stringify(listed)).not.toContain('Noor of Leeds')
    const begun = { organizationId: charity.id, title: 'Warm meals', category: 'food', currency: 'GBP' }
    expect((await ask(installation, stranger.token, 'POST', '/v4/fundraisers', begun)).body).toMatchObject({
      fields: { organizationId: 'Choose the charity that receives the money.' },
    })
    expect(
      (await ask(installation, charity.token, 'POST', '/v4/fundraisers', { ...begun, by: 'charity' })).status,
    ).toBe(200)
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 5)
    expect(acts.map(({ act }) => act)).toEqual(['charities.signed-up'])
  })

  test('numbers a name that is taken, and gives an Arabic name an address of its own (content-25)', async () => {
    const names = ['Amal', 'Amal', 'أمل']
    const got = []
    for (const name of names) got.push((await aSignedUpCharity(installation, { name })).subdomain)
    expect(got).toEqual(['amal', 'amal-2', expect.stringMatching(/^charity-[a-z0-9]{6}$/)])
  })

  test.each(['www', 'sunbul', 'a', 'a--b', '-ab', '123', 'checkout', 'x'.repeat(51)])(
    'refuses the subdomain %s in one sentence (content-25)',
    async (subdomain) => {
      const { token } = await aSession(installation.app, { isConfirmed: true })
      const { status, body } = await ask(installation, token, 'POST', '/v4/organizations', newCharity({ subdomain }))
      expect([status, body.fields]).toEqual([400, { subdomain: "This address isn't available." }])
    },
  )

  test('needs a confirmed email, and an account has three drafts at most (content-24)', async () => {
    const { token } = await aSession(installation.app, { isConfirmed: false })
    expect((await ask(installation, token, 'POST', '/v4/organizations', newCharity())).status).toBe(409)
    const proven = await aSession(installation.app, { isConfirmed: true })
    const tries = []
    for (let n = 0; n < 4; n += 1)
      tries.push((await ask(installation, proven.token, 'POST', '/v4/organizations', newCharity())).status)
    expect(tries).toEqual([200, 200, 200, 429])
  })

  test.each([
    [{ CHARITY_SIGNUP: 'open' }, 200],
    [{ CHARITY_SIGNUP: 'invitation' }, 409],
    [{ CHARITY_SIGNUP: 'closed' }, 409],
    // The operator's own charity is the only one (content-32).
    [{ CHARITY_SIGNUP: 'open', PAYOUTS: 'none' }, 409],
  ] as const)('with %j answers %i', async (environment, status) => {
    const site = await createTestApp({ environment })
    const { token } = await aSession(site.app, { isConfirmed: true })
    const answer = await ask(site, token, 'POST', '/v4/organizations', newCharity())
    expect([answer.status, answer.body['code']]).toEqual([status, status === 409 ? 'charity-signup-closed' : undefined])
    await site.close()
  })

  test('with PAYOUTS=none staff adds no charity, and no queue, bank details or verification is there', async () => {
    const site = await createTestApp({ environment: { PAYOUTS: 'none' } })
    const admin = await aSession(site.app, { isConfirmed: true, roles: ['admin'] })
    const added = await ask(site, admin.token, 'POST', '/v4/staff/charities', {
      name: 'Rahma Relief',
      slug: 'rahma',
      country: 'GB',
      timeZone: 'Europe/London',
      currency: 'GBP',
    })
    expect([added.status, added.body['code']]).toEqual([409, 'charity-signup-closed'])
    const { body } = await ask(site, admin.token, 'GET', '/v4/staff/cases')
    expect((body as unknown as { kinds: { kind: string }[] }).kinds.map(({ kind }) => kind)).not.toContain('charity')
    const own = await anOrganization(site.app, { is_own: true })
    const owner = await aMemberOf(site, own.id.toString(), 'owner')
    for (const [method, path] of [
      ['GET', 'bank-details'],
      ['POST', 'verification/requests'],
    ] as const)
      expect((await ask(site, owner.token, method, `/v4/organizations/${own.id}/${path}`)).status, path).toBe(409)
    await site.close()
  })
})

describe('the verification form', () => {
  test('is kept as typed, says what is missing, and is refused where it was changed meanwhile', async () => {
    const charity = await aSignedUpCharity(installation)
    const path = `${charity.path}/verification`
    const first = await ask(installation, charity.token, 'PUT', path, {
      version: 0,
      form: { legalName: ' Rahma  Relief ' },
    })
    expect(first.body).toMatchObject({ version: 1, form: { legalName: 'Rahma Relief', people: [] } })
    const missing = (first.body as unknown as { missing: { field: string }[] }).missing.map(({ field }) => field)
    expect(missing).toEqual([
      'legalForm',
      'register',
      'registeredAddress',
      'people',
      'documents.extract',
      'documents.authority',
      'documents.work',
    ])
    expect((await ask(installation, charity.token, 'PUT', path, { version: 0, form: {} })).body).toMatchObject({
      code: 'form-changed',
    })
  })

  test('and its documents are encrypted at rest', async () => {
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity)
    const row = await installation.app.db
      .selectFrom('organizations.verification_form')
      .select('form')
      .where('organization_id', '=', BigInt(charity.id))
      .executeTakeFirstOrThrow()
    expect(row.form.toString('latin1')).not.toContain('Siddiqui')
    const [document] = await installation.app.db
      .selectFrom('organizations.document')
      .select(['id', 'file_kind'])
      .where('organization_id', '=', BigInt(charity.id))
      .execute()
    const stored = await installation.app.files.get(`private/${document!.id}.${document!.file_kind}`)
    expect(Buffer.from(stored!).toString('latin1')).not.toContain('%PDF')
    const response = await ask(installation, charity.token, 'GET', `${charity.path}/documents/${document!.id}`)
    expect([response.status, response.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    const acts = await entriesAbout(installation.app.db, `organization:${charity.id}`, 20)
    expect(acts.map(({ act }) => act)).toContain('charities.document-opened')
  })

  test('a removed document’s file leaves the store', async () => {
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity)
    const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/verification`)
    const [{ id }] = (body as unknown as { documents: [{ id: string }] }).documents
    expect((await ask(installation, charity.token, 'DELETE', `${charity.path}/documents/${id}`)).status).toBe(200)
    const { charitiesServer } = await import('./index-server.ts')
    await charitiesServer.jobs.removeDocumentFiles(installation.app)
    expect(await installation.app.files.get(`private/${id}.pdf`)).toBeUndefined()
    expect((await ask(installation, charity.token, 'GET', `${charity.path}/documents/${id}`)).status).toBe(404)
  })
})

describe('the country of a charity', () => {
  const countryOf = async ({ id }: { id: string }) =>
    installation.app.db
      .selectFrom('organizations.organization')
      .select(['country', 'time_zone'])
      .where('id', '=', BigInt(id))
      .executeTakeFirstOrThrow()

  test('changes with the form until anything was verified, and a form without it keeps it (content-48)', async () => {
    const charity = await aSignedUpCharity(installation)
    const path = `${charity.path}/verification`
    const first = await ask(installation, charity.token, 'PUT', path, { version: 0, form: { country: 'TR' } })
    expect(first.body).toMatchObject({ charity: { country: 'TR', canChangeCountry: true }, form: { country: 'TR' } })
    expect(await countryOf(charity)).toEqual({ country: 'TR', time_zone: 'Europe/London' })
    const second = await ask(installation, charity.token, 'PUT', path, { version: 1, form: { legalName: 'Rahma' } })
    expect(second.body).toMatchObject({ form: { country: 'TR', legalName: 'Rahma' } })
    const [entry] = await entriesAbout(installation.app.db, `organization:${charity.id}`, 1)
    expect(entry).toMatchObject({ act: 'charities.country-changed', details: { from: 'GB', to: 'TR' } })
    const wrong = await ask(installation, charity.token, 'PUT', path, { version: 2, form: { country: 'XX' } })
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['country']])
  })

  test('stays while a first request is open, and follows the form that is sent next (content-48)', async () => {
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity)
    const path = `${charity.path}/verification`
    const sent = await ask(installation, charity.token, 'POST', `${path}/requests`)
    const { request, version } = sent.body as unknown as { request: { id: string }; version: number }
    const form = aCompleteForm({ country: 'TR', register: 'Vakiflar', number: '34-1' })
    const saved = await ask(installation, charity.token, 'PUT', path, { version, form })
    expect(saved.body).toMatchObject({ charity: { country: 'GB', canChangeCountry: false }, form: { country: 'TR' } })
    await ask(installation, charity.token, 'DELETE', `${path}/requests/${request.id}`)
    expect((await countryOf(charity)).country).toBe('GB')
    expect((await ask(installation, charity.token, 'POST', `${path}/requests`)).status).toBe(200)
    expect((await countryOf(charity)).country).toBe('TR')
  })

  test('stays for a charity whose registration staff entered (content-48)', async () => {
    const { id } = await anOrganization(installation.app, { verification_state: 'none', verified_until: null })
    const { token } = await aMemberOf(installation, id.toString(), 'owner')
    const path = `/v4/organizations/${id}/verification`
    const saved = await ask(installation, token, 'PUT', path, { version: 0, form: { country: 'TR' } })
    expect(saved.body).toMatchObject({ charity: { country: 'GB', canChangeCountry: false }, form: { country: 'TR' } })
  })
})

describe('requesting verification', () => {
  test('takes a whole form, once, and a withdrawn one is a draft again (content-22)', async () => {
    const charity = await aSignedUpCharity(installation)
    const requests = `${charity.path}/verification/requests`
    expect((await ask(installation, charity.token, 'POST', requests)).body).toMatchObject({
      code: 'requirements-missing',
      fields: { legalName: 'Enter the legal name.', 'documents.extract': expect.any(String) },
    })
    await completeForm(installation, charity)
    const response = await ask(installation, charity.token, 'POST', requests)
    expect(response.body).toMatchObject({
      state: 'requested',
      request: { kind: 'first', state: 'open' },
      askable: null,
    })
    expect((await ask(installation, charity.token, 'POST', requests)).body).toMatchObject({
      code: 'verification-requested',
    })
    const { request } = response.body as unknown as { request: { id: string } }
    expect((await ask(installation, charity.token, 'DELETE', `${requests}/${request.id}`)).body).toMatchObject({
      state: 'none',
      request: { state: 'withdrawn' },
      askable: 'first',
    })
  })

  test('three times in 30 days at most (content-24)', async () => {
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity)
    const requests = `${charity.path}/verification/requests`
    for (let n = 0; n < 3; n += 1) {
      const { body } = await ask(installation, charity.token, 'POST', requests)
      const { request } = body as unknown as { request: { id: string } }
      await ask(installation, charity.token, 'DELETE', `${requests}/${request.id}`)
    }
    const fourth = await ask(installation, charity.token, 'POST', requests)
    expect([fourth.status, fourth.body.code]).toEqual([429, 'too-many-requests'])
    now = new Date('2026-12-24T12:00:01Z')
    const { token } = await aMemberOf(installation, charity.id, 'admin')
    expect((await ask(installation, token, 'POST', requests)).status).toBe(200)
  })

  test('is refused for a registration that a verified charity has (content-24)', async () => {
    await anOrganization(installation.app, { registration_key: 'GB:ccew:7654321' })
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity, aCompleteForm({ number: '7654321' }))
    const { status, body } = await ask(installation, charity.token, 'POST', `${charity.path}/verification/requests`)
    expect([status, body.message]).toEqual([
      409,
      'This charity already has an account. Ask one of its owners to invite you.',
    ])
  })
})

describe('ownership', () => {
  test('passes to another member of a draft at once, and its owners are mailed (accounts-13)', async () => {
    const charity = await aSignedUpCharity(installation)
    const next = await aMemberOf(installation, charity.id, 'editor')
    const path = `${charity.path}/ownership`
    expect((await ask(installation, next.token, 'POST', path, { accountId: next.viewer.accountId })).status).toBe(403)
    expect((await ask(installation, charity.token, 'POST', path, { accountId: charity.viewer.accountId })).status).toBe(
      404,
    )
    const { body } = await ask(installation, charity.token, 'POST', path, { accountId: next.viewer.accountId })
    expect(body).toMatchObject({ state: 'done' })
    const members = await installation.app.db
      .selectFrom('organizations.member')
      .select(['account_id', 'role'])
      .where('organization_id', '=', BigInt(charity.id))
      .execute()
    expect(new Map(members.map((member) => [member.account_id, member.role]))).toEqual(
      new Map([
        [charity.viewer.accountId, 'admin'],
        [next.viewer.accountId, 'owner'],
      ]),
    )
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select('to_address')
      .where('kind', '=', 'charity-ownership-transferred')
      .execute()
    expect(mails.map((mail) => mail.to_address).toSorted()).toEqual(
      [charity.viewer.email, next.viewer.email].toSorted(),
    )
  })

  test('of the last owner of a verified charity waits for staff, and needs a recent proof of identity (accounts-15)', async () => {
    const charity = await aSignedUpCharity(installation)
    await completeForm(installation, charity)
    await installation.app.db
      .updateTable('organizations.organization')
      .set({ verification_state: 'verified', verified_at: now, verified_until: new Date('2027-11-24T23:59:59Z') })
      .where('id', '=', BigInt(charity.id))
      .execute()
    const next = await aMemberOf(installation, charity.id, 'admin')
    const path = `${charity.path}/ownership`
    const request = { accountId: next.viewer.accountId }
    expect((await ask(installation, charity.token, 'POST', path, request)).body).toMatchObject({ state: 'requested' })
    expect((await ask(installation, charity.token, 'GET', `${charity.path}/members`)).body).toMatchObject({
      change: {
        state: 'requested',
        ownerId: charity.viewer.accountId,
        role: 'admin',
        successorId: next.viewer.accountId,
        effectiveAt: null,
        stop: 'withdraw',
      },
    })
    const another = await aSignedUpCharity(installation, { name: 'Another Relief' })
    now = new Date(now.getTime() + 11 * 60_000)
    expect((await ask(installation, another.token, 'POST', `${another.path}/ownership`, request)).body).toMatchObject({
      code: 'reauthentication-required',
    })
  })
})

test('uploads that are neither a picture nor a PDF are refused (security-8)', async () => {
  const charity = await aSignedUpCharity(installation)
  const add = (file: string) =>
    ask(installation, charity.token, 'POST', `${charity.path}/documents`, { kind: 'other', name: 'x', file })
  expect((await add(Buffer.from('MZ program').toString('base64'))).body).toMatchObject({
    fields: { file: expect.any(String) },
  })
  expect((await add('')).body).toMatchObject({ fields: { file: expect.any(String) } })
  const same = aPdf('% same').toString('base64')
  expect((await add(same)).body).toEqual((await add(same)).body)
})

test('one scan can be two documents, each stored once', async () => {
  const charity = await aSignedUpCharity(installation)
  const file = aPdf('% extract and authority').toString('base64')
  for (const kind of ['extract', 'authority', 'authority'])
    await ask(installation, charity.token, 'POST', `${charity.path}/documents`, { kind, name: 'scan.pdf', file })
  const { body } = await ask(installation, charity.token, 'GET', `${charity.path}/verification`)
  const { documents, missing } = body as unknown as {
    documents: { kind: string }[]
    missing: { field: string }[]
  }
  expect(documents.map(({ kind }) => kind)).toEqual(['extract', 'authority'])
  expect(missing.map(({ field }) => field)).not.toContain('documents.authority')
})
