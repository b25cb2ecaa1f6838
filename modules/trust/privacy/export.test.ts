import { purgeExports, makeExport } from './export.ts'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { saveCards } from '#modules/money/cards/save-card.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { settle } from '#modules/money/giving/payment/settle.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now, withSandbox: true })
})
afterAll(() => installation.close())

const call = async (method: 'GET' | 'POST', url: string, token: string) => {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) },
    ...(method === 'POST' ? { payload: {} } : {}),
  })
  return answer
}
const ask = async (token: string) => (await call('POST', '/v4/privacy/exports', token)).json().id as string
const states = async (token: string) =>
  ((await call('GET', '/v4/privacy/exports', token)).json().exports as { state: string }[]).map(({ state }) => state)
const aSessionOf = async (accountId: string) =>
  (await openSession(installation.app, aRequestContext(), accountId)).token
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select('kind')
    .where('to_address', '=', email)
    .where('kind', '=', 'export-ready')
    .execute()

test('exports everything stored of an account as JSON and CSV, with a mail [privacy-3]', async () => {
  const { token, viewer } = await aSession(installation.app, { firstName: '=cmd|A1' })
  const line = aLine(installation.app, (await aCampaign(installation.app)).id, {
    note: 'For my mother',
    location: 'Leeds;=1+1',
  })
  const attempt = await aClaimedAttempt(
    installation.app,
    anOrder([line], { accountId: viewer.accountId, email: viewer.email }),
  )
  await settle(installation.app, attempt, {
    kind: 'succeeded',
    chargeId: 'ch_1',
    amount: attempt.amount,
    currency: 'GBP',
    fee: 69n,
  })
  const id = await ask(token)
  expect(await states(token)).toEqual(['being-made'])
  expect((await call('GET', `/v4/privacy/exports/${id}/document`, token)).statusCode).toBe(404)
  await makeExport(installation.app, { exportId: id })
  await makeExport(installation.app, { exportId: id })
  expect(await states(token)).toEqual(['ready'])
  const json = await call('GET', `/v4/privacy/exports/${id}/document?format=json`, token)
  expect(json.headers).toMatchObject({
    'content-disposition': 'attachment; filename="my-data.json"',
    'cache-control': 'no-store',
  })
  const data = json.json() as Record<string, Record<string, unknown>[]>
  expect(data.account).toMatchObject([{ id: viewer.accountId, email: viewer.email, firstName: '=cmd|A1' }])
  expect(data.donations).toMatchObject([
    { id: line.donationId, gift: '2000', tip: '320', currency: 'GBP', note: 'For my mother' },
  ])
  expect(data.devices).toHaveLength(1)
  expect(data.auditLog!.map(({ act }) => act)).toContain('privacy.export-requested')
  expect(json.body).not.toMatch(/argon2|password_hash|token_hash/)
  const csv = (await call('GET', `/v4/privacy/exports/${id}/document?format=csv`, token)).body
  expect(csv).toContain(`account,1,firstName,"'=cmd|A1"`)
  expect(csv).toContain('donations,1,note,For my mother')
  expect(csv).toContain('"Leeds;=1+1"')
  expect(await mailsTo(viewer.email)).toHaveLength(1)
  const rows = await installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'actor_id', 'ip', 'details'])
    .where('object', '=', `account:${viewer.accountId}`)
    .where('act', '=', 'privacy.export-downloaded')
    .orderBy('id')
    .execute()
  const by = { act: 'privacy.export-downloaded', actor_id: viewer.accountId, ip: '127.0.0.1' }
  expect(rows).toEqual([
    { ...by, details: { format: 'json' } },
    { ...by, details: { format: 'csv' } },
  ])
})

test('exports intended donations that were never charged, without encrypted fields', async () => {
  const { token, viewer } = await aSession(installation.app)
  const line = aLine(installation.app, (await aCampaign(installation.app)).id, {
    note: 'For my father',
    location: 'York',
    encryptedFields: 'c2VhbGVk',
  })
  const order = {
    ...anOrder([line], { accountId: viewer.accountId, email: viewer.email }),
    otherNames: { name: 'Umm Bilal' },
  }
  const attempt = await aClaimedAttempt(installation.app, order, { scope: `account:${viewer.accountId}` })
  await settle(installation.app, attempt, { kind: 'declined', code: 'generic_decline', declineClass: 'SOFT' })
  const exportId = await ask(token)
  await makeExport(installation.app, { exportId })
  const { unpaidDonations, donations, paymentAttempts } = (
    await call('GET', `/v4/privacy/exports/${exportId}/document?format=json`, token)
  ).json() as Record<string, object[]>
  expect(donations).toEqual([])
  expect(unpaidDonations).toMatchObject([
    {
      state: 'CREATED',
      amount: '2320',
      email: viewer.email,
      otherNames: { name: 'Umm Bilal' },
      lines: [{ gift: '2000', note: 'For my father', location: 'York' }],
    },
  ])
  expect(JSON.stringify(unpaidDonations)).not.toContain('c2VhbGVk')
  expect(paymentAttempts).toMatchObject([{ state: 'DECLINED', amount: '2320', method: 'card', ip: '192.0.2.1' }])
})

test('exports an account’s cards and mandates, never the provider’s references', async () => {
  const { token, viewer } = await aSession(installation.app)
  const agreed = {
    version: mandateVersion,
    locale: 'en',
    ip: '192.0.2.7',
    at: clock.now().toISOString(),
    sourceId: installation.app.newId(),
  }
  const card = { method: 'pm_1', customerId: 'cus_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2030 }
  await installation.app.db
    .insertInto('cards.customer')
    .values({ account_id: viewer.accountId, provider: 'sandbox', customer_id: 'cus_1', created_at: clock.now() })
    .execute()
  await installation.app.write((tx) =>
    saveCards(installation.app, tx, [{ accountId: viewer.accountId, provider: 'sandbox', card, agreed }]),
  )
  const id = await ask(token)
  await makeExport(installation.app, { exportId: id })
  const json = await call('GET', `/v4/privacy/exports/${id}/document?format=json`, token)
  expect(json.json()).toMatchObject({
    cards: [{ brand: 'visa', last4: '4242', expiryYear: 2030, isDefault: true, nameAtProvider: 'cus_1' }],
    cardMandates: [{ last4: '4242', kind: 'off-session', textVersion: mandateVersion, ip: '192.0.2.7' }],
  })
  expect(json.body).not.toContain('pm_1')
})

test('exports an account’s plans with all donations', async () => {
  const { viewer } = await aSubscription(installation.app, { CustomName: 'A friend' })
  const token = await aSessionOf(viewer.accountId)
  const id = await ask(token)
  await makeExport(installation.app, { exportId: id })
  const data = (await call('GET', `/v4/privacy/exports/${id}/document?format=json`, token)).json() as Record<
    string,
    object[]
  >
  expect(data.regularGiving).toMatchObject([
    {
      programme: 'FridayGivers',
      state: 'active',
      currency: 'GBP',
      card: 'visa 4242',
      amounts: { each: { gift: '1000' } },
      details: { customName: 'A friend' },
    },
  ])
  expect(data.donationsOfRegularGiving!.length).toBeGreaterThan(5)
  expect(data.donationsOfRegularGiving![0]).toMatchObject({ state: 'SCHEDULED', gift: '1000' })
})

test('no one gets another account’s data [security-3]', async () => {
  const [mine, other] = [await aSession(installation.app), await aSession(installation.app)]
  const id = await ask(mine.token)
  await makeExport(installation.app, { exportId: id })
  for (const requestText of [id, installation.app.newId(), 'nonsense'])
    expect((await call('GET', `/v4/privacy/exports/${requestText}/document`, other.token)).statusCode).toBe(404)
  expect(await states(other.token)).toEqual([])
  expect((await call('GET', `/v4/privacy/exports/${id}/document`, mine.token)).statusCode).toBe(200)
})

test('is downloaded only with a recent sign-in (accounts-2)', async () => {
  const { token } = await aSession(installation.app)
  const id = await ask(token)
  await makeExport(installation.app, { exportId: id })
  const listed = async () => (await call('GET', '/v4/privacy/exports', token)).json<{ mustReauthenticate: boolean }>()
  expect((await listed()).mustReauthenticate).toBe(false)
  clock.move({ minutes: 11 })
  const refused = await call('GET', `/v4/privacy/exports/${id}/document`, token)
  expect([refused.statusCode, refused.json().code]).toEqual([401, 'reauthentication-required'])
  expect((await listed()).mustReauthenticate).toBe(true)
  clock.move({ minutes: -11 })
})

test('makes one at a time, three a day, and deletes them after a day', async () => {
  const { token, viewer } = await aSession(installation.app)
  const responses = await Promise.all([1, 2, 3, 4].map(() => call('POST', '/v4/privacy/exports', token)))
  expect(new Set(responses.map((answer) => [answer.statusCode, answer.json().id].join())).size).toBe(1)
  expect(await states(token)).toEqual(['being-made'])
  const first = await ask(token)
  await makeExport(installation.app, { exportId: first })
  for (let count = 0; count < 2; count++) await makeExport(installation.app, { exportId: await ask(token) })
  expect((await call('POST', '/v4/privacy/exports', token)).statusCode).toBe(429)
  clock.move({ days: 1, minutes: 1 })
  // The sign-in is older than ten minutes, and then the export is older than a day.
  expect((await call('GET', `/v4/privacy/exports/${first}/document`, token)).statusCode).toBe(401)
  const { accountId } = viewer
  await installation.app.db
    .updateTable('identity.session')
    .set({ authenticated_at: installation.app.clock() })
    .where('account_id', '=', accountId)
    .execute()
  expect((await call('GET', `/v4/privacy/exports/${first}/document`, token)).statusCode).toBe(404)
  await purgeExports(installation.app)
  expect(await installation.app.db.selectFrom('privacy.export').select('id').where('id', '=', first).execute()).toEqual(
    [],
  )
})

test('resumes an unfinished export, and notifies no stranger’s mailbox', async () => {
  const { token, viewer } = await aSession(installation.app)
  const id = await ask(token)
  clock.move({ days: 3 })
  const again = await aSessionOf(viewer.accountId)
  expect(await ask(again)).toBe(id)
  await installation.app.write((tx) =>
    tx.updateTable('identity.account').set({ email_confirmed_at: null }).where('id', '=', viewer.accountId).execute(),
  )
  await makeExport(installation.app, { exportId: id })
  expect(await states(again)).toEqual(['ready'])
  expect(await mailsTo(viewer.email)).toEqual([])
})

test('reports an export whose job was given up, and makes it when requested again', async () => {
  const { token, viewer } = await aSession(installation.app)
  const id = await ask(token)
  clock.move({ minutes: 239 })
  const later = await aSessionOf(viewer.accountId)
  expect(await states(later)).toEqual(['being-made'])
  clock.move({ minutes: 2 })
  const again = await aSessionOf(viewer.accountId)
  expect(await states(again)).toEqual(['failed'])
  expect(await ask(again)).toBe(id)
  expect(await states(again)).toEqual(['being-made'])
})

test('everything that names an account is in its export, or listed as an exception', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_schema || '.' || c.table_name as name from information_schema.columns c where c.column_name = 'account_id' order by 1`.execute(
    installation.app.db,
  )
  const remainder = [
    'identity.authenticator',
    'identity.code_attempt',
    'identity.factor_removal',
    'identity.known_browser',
    'identity.mail_code',
    'identity.passkey_challenge',
    'identity.recovery_code',
    'privacy.export',
    'addresses.default_address',
    'giving.claim',
    'giving.counted_account',
    // Decisions of staff, which the operator keeps with the money that they moved.
    'payouts.approval',
  ]
  const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
  // Zakat, Deeds and Gift Aid export their own parts.
  const text = [
    './subjects/account-subjects.ts',
    './subjects/activity-subjects.ts',
    './subjects/donation-subjects.ts',
    '../../faith/zakat/export-zakat.ts',
    '../../faith/deeds/export-deeds.ts',
    '../../money/gift-aid/export-details.ts',
  ]
    .map(read)
    .join('')
  for (const { name } of rows)
    expect([name, remainder.includes(name) || text.includes(name) || name === 'giving.donation']).toEqual([name, true])
})

test('requires recent authentication [accounts-2]', async () => {
  const { token } = await aSession(installation.app)
  clock.move({ minutes: 11 })
  const answer = await call('POST', '/v4/privacy/exports', token)
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'reauthentication-required'])
})
