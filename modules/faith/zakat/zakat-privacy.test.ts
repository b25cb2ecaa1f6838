import { privacyServer } from '#modules/trust/privacy/index-server.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityServer } from '#modules/platform/identity/index-server.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { anInput } from './testing.ts'

let it: TestApp
const clock = manualClock()
beforeAll(async () => {
  it = await createTestApp({ clock: clock.now })
})
afterAll(() => it.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
async function call(method: Method, url: string, token: string, payload: object = {}) {
  const response = await it.fastify.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
const consent = (token: string, isGiven = true) =>
  call('POST', '/v4/privacy/consents', token, { purpose: 'zakat', isGiven, textVersion: consentTexts.zakat.version })
const secret = anInput({ assets: [{ kind: 'cash', amount: '40000' }], debts: [{ kind: 'due-now', amount: '777.77' }] })
const save = (token: string, over: object = {}) =>
  call('POST', '/v4/zakat/profiles', token, {
    input: secret,
    zakat: '98056',
    status: 'DUE',
    timeZone: 'Europe/London',
    ...over,
  })
const addOffsite = (token: string) =>
  call('POST', '/v4/zakat/offsite-donations', token, { date: '2026-11-20', amount: '50', currency: 'GBP' })
const rowsOf = async (table: 'zakat.profile' | 'zakat.offsite_donation', accountId: string) =>
  (await it.app.db.selectFrom(table).select('id').where('account_id', '=', accountId).execute()).length

test('nothing is saved without consent, and withdrawing it deletes profiles but no donations [privacy-6]', async () => {
  const { token, viewer } = await aSession(it.app)
  const refused = await save(token)
  expect([refused.status, refused.body.code]).toEqual([409, 'consent-needed'])
  expect(await rowsOf('zakat.profile', viewer.accountId)).toBe(0)
  await consent(token)
  expect((await save(token)).status).toBe(200)
  expect((await addOffsite(token)).status).toBe(200)
  await consent(token, false)
  expect(await rowsOf('zakat.profile', viewer.accountId)).toBe(0)
  expect(await rowsOf('zakat.offsite_donation', viewer.accountId)).toBe(1)
  expect((await save(token)).body.code).toBe('consent-needed')
  expect((await call('GET', '/v4/zakat', token)).body).toMatchObject({ state: 'DONATED', profile: null })
})

test('answers are encrypted at rest, and the database refuses to change what was saved', async () => {
  const { token, viewer } = await aSession(it.app)
  await consent(token)
  const { id } = (await save(token)).body as { id: string }
  const { rows } = await sql<{
    text: string
    encrypted: Buffer
  }>`select row_to_json(p)::text as text, encrypted from zakat.profile p where id = ${id}`.execute(it.app.db)
  for (const plain of ['777.77', '40000', 'due-now', 'assets', 'explain']) {
    expect(rows[0]!.encrypted.toString('latin1')).not.toContain(plain)
    expect(rows[0]!.text).not.toContain(plain)
  }
  const own = (await call('GET', `/v4/zakat/profiles/${id}`, token)).body
  expect(own.input.debts).toEqual([{ kind: 'due-now', amount: '777.77' }])
  expect(own.result).toMatchObject({ zakat: { amount: '98056', currency: 'GBP' }, status: 'DUE' })
  expect(own.result.explain.length).toBeGreaterThan(5)
  const change = it.app.write((tx) =>
    sql`update zakat.profile set zakat_due = 1 where account_id = ${viewer.accountId}`.execute(tx),
  )
  await expect(change).rejects.toThrow(/permission/)
  // Ciphertext that is copied to another profile can't be decrypted there.
  const other = await aSession(it.app)
  await consent(other.token)
  const copy = (await save(other.token)).body as { id: string }
  const owner = new pg.Client({ connectionString: it.database.ownerUrl })
  await owner.connect()
  await owner.query('update zakat.profile set encrypted = $1 where id = $2', [rows[0]!.encrypted, copy.id])
  await owner.end()
  expect((await call('GET', `/v4/zakat/profiles/${copy.id}`, other.token)).status).toBe(500)
})

test('other accounts, also of staff, neither read nor delete a profile or an entry [S2 §6]', async () => {
  const { token, viewer } = await aSession(it.app)
  await consent(token)
  const { id } = (await save(token)).body as { id: string }
  const entry = (await addOffsite(token)).body as { id: string }
  const admin = await identityServer.createAccount(it.app, {
    email: `admin-${it.app.newId()}@example.org`,
    password: null,
    firstName: 'Admin',
    lastName: '',
    roles: ['admin'],
  })
  const others = [
    (await aSession(it.app)).token,
    (await identityServer.openSession(it.app, aRequestContext(), admin!)).token,
  ]
  for (const other of others) {
    const statuses = await Promise.all([
      call('GET', `/v4/zakat/profiles/${id}`, other),
      call('DELETE', `/v4/zakat/profiles/${id}`, other),
      call('GET', `/v4/users/${viewer.accountId}/zakat-profiles`, other),
      call('GET', `/v4/users/${encodeURIComponent(viewer.email)}/zakat-profiles`, other),
      call('PATCH', `/v4/zakat/offsite-donations/${entry.id}`, other, { amount: '1' }),
      call('DELETE', `/v4/zakat/offsite-donations/${entry.id}`, other),
      call('POST', '/api/zakat/getOffLineDonations', other, { id: viewer.accountId, filter: {} }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 403])
  }
  const own = await call('GET', `/v4/users/${encodeURIComponent(viewer.email)}/zakat-profiles`, token)
  expect(own.body.profiles).toMatchObject([{ id, zakatDue: '98056', code: 'GBP' }])
  expect(own.headers['cache-control']).toBe('no-store')
  expect((await call('DELETE', `/v4/zakat/profiles/${id}`, token)).status).toBe(200)
  expect((await call('GET', `/v4/zakat/profiles/${id}`, token)).status).toBe(404)
})

test('a result that the server does not find, a fault and a child’s wealth are not saved', async () => {
  const { token } = await aSession(it.app)
  await consent(token)
  expect((await save(token, { zakat: '98055' })).body.code).toBe('zakat-result-differs')
  expect((await save(token, { input: anInput({ isForChild: true }) })).body.code).toBe('zakat-not-savable')
  const undated = anInput({ hawl: { isComplete: false } })
  expect((await save(token, { input: undated, zakat: '0', status: 'NOT_YET_DUE' })).body.code).toBe('zakat-not-savable')
  const faulty = await save(token, { input: { ...secret, assets: [{ kind: 'cash', amount: '-5' }] } })
  expect([faulty.status, faulty.body.fields]).toEqual([
    400,
    { 'input.assets.0.amount': 'Enter a number of 0 or more.' },
  ])
  const tomorrow = await save(token, { input: { ...secret, date: '2026-11-21' } })
  expect(tomorrow.body.fields).toEqual({ 'input.date': 'Enter today’s date or an earlier one.' })
  expect((await save(token, { timeZone: 'Mars/Olympus' })).status).toBe(400)
})

test('what is not yet due is saved with nothing due until its day', async () => {
  const { token } = await aSession(it.app)
  await consent(token)
  const input = anInput({ hawl: { isComplete: false, startedOn: '2026-06-16' as never } })
  const saved = await save(token, { input, zakat: '0', status: 'NOT_YET_DUE' })
  expect(saved.body).toMatchObject({ zakatDue: '0', zakatStartDate: '2026-06-16', zakatAnniversary: '2027-06-06' })
  expect((await call('GET', '/v4/zakat', token)).body).toMatchObject({ state: 'CALCULATED', due: '0', overpaid: null })
})

test('the data export has the decrypted answers, is itself encrypted at rest, and erasure deletes it all', async () => {
  const { token, viewer } = await aSession(it.app)
  await consent(token)
  await save(token)
  await addOffsite(token)
  const { id } = (await call('POST', '/v4/privacy/exports', token)).body as { id: string }
  await privacyServer.jobs.makeExport(it.app, { exportId: id })
  const stored = await it.app.db
    .selectFrom('privacy.export')
    .select('json')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.json!.toString('latin1')).not.toContain('777.77')
  const data = (await call('GET', `/v4/privacy/exports/${id}/document?format=json`, token)).body
  expect(data.zakatYears).toMatchObject([{ zakatDue: '98056', answers: { debts: [{ amount: '777.77' }] } }])
  expect(data.zakatGivenElsewhere).toMatchObject([{ day: '2026-11-20', amount: '5000', currency: 'GBP' }])
  expect((await call('POST', '/v4/privacy/erasure', token, { understood: true })).status).toBe(200)
  expect(await rowsOf('zakat.profile', viewer.accountId)).toBe(0)
  expect(await rowsOf('zakat.offsite_donation', viewer.accountId)).toBe(0)
})
