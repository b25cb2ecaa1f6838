import { makeExport } from './export.ts'
import { hasConsent } from './consents.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { consentTexts } from './rules/consents.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ clock: clock.now })
})
afterAll(() => installation.close())

const ask = async (token: string) =>
  (
    await installation.fastify.inject({
      method: 'GET',
      url: '/v4/privacy/consents',
      headers: { authorization: `Bearer ${token}` },
    })
  ).json()
const say = (token: string, payload: object) =>
  installation.fastify.inject({
    method: 'POST',
    url: '/v4/privacy/consents',
    payload,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
const zakat = { purpose: 'zakat', isGiven: true, textVersion: consentTexts.zakat.version }
const acts = async (accountId: string) =>
  await installation.app.db
    .selectFrom('audit.entry')
    .select(['act', 'details'])
    .where('object', '=', `account:${accountId}`)
    .where('act', 'like', 'privacy.consent%')
    .orderBy('id')
    .execute()

test('nothing is agreed to until given, per purpose, and withdrawing is as easy [privacy-6]', async () => {
  const { token, viewer } = await aSession(installation.app)
  expect((await ask(token)).consents).toMatchObject([
    { purpose: 'zakat', isGiven: false, since: null },
    { purpose: 'recap', isGiven: false, since: null },
  ])
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(false)
  expect((await say(token, zakat)).json()).toEqual({ isGiven: true })
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(true)
  expect(await hasConsent(installation.app, viewer.accountId, 'recap')).toBe(false)
  const since = clock.now().toISOString()
  clock.move({ minutes: 5 })
  expect((await ask(token)).consents[0]).toMatchObject({ isGiven: true, since })
  expect((await say(token, { purpose: 'zakat', isGiven: false })).statusCode).toBe(200)
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(false)
  expect((await ask(token)).history).toEqual([
    { purpose: 'zakat', isGiven: false, textVersion: consentTexts.zakat.version, at: clock.now().toISOString() },
    { purpose: 'zakat', isGiven: true, textVersion: consentTexts.zakat.version, at: since },
  ])
  expect(await acts(viewer.accountId)).toEqual([
    { act: 'privacy.consent-given', details: { purpose: 'zakat', textVersion: consentTexts.zakat.version } },
    { act: 'privacy.consent-withdrawn', details: { purpose: 'zakat', textVersion: consentTexts.zakat.version } },
  ])
})

test('a repeated or concurrent consent is stored once; withdrawing what was never given stores nothing', async () => {
  const { token, viewer } = await aSession(installation.app)
  await say(token, { purpose: 'recap', isGiven: false })
  expect((await ask(token)).history).toEqual([])
  await Promise.all([1, 2, 3].map(() => say(token, zakat)))
  expect((await ask(token)).history).toHaveLength(1)
  expect(await acts(viewer.accountId)).toHaveLength(1)
})

test('consent is to the shown text: another text needs new consent', async () => {
  const { token, viewer } = await aSession(installation.app)
  const refused = await say(token, { ...zakat, textVersion: 'zakat-2020-01' })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'consent-text-changed'])
  await sql`insert into privacy.consent (account_id, purpose, is_given, text_version, locale, recorded_at)
    values (${viewer.accountId}, 'zakat', true, 'zakat-2020-01', 'en', now())`.execute(installation.app.db)
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(false)
  expect((await ask(token)).consents[0]).toMatchObject({ isGiven: false })
  await say(token, zakat)
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(true)
})

test('consent records can’t be changed or deleted, except with the account, and are in the export', async () => {
  const { token, viewer } = await aSession(installation.app)
  await say(token, zakat)
  const { db } = installation.app
  await expect(
    db.updateTable('privacy.consent').set({ is_given: false }).where('account_id', '=', viewer.accountId).execute(),
  ).rejects.toThrow(/permission denied/)
  await expect(db.deleteFrom('privacy.consent').where('account_id', '=', viewer.accountId).execute()).rejects.toThrow(
    /deleted only with their account/,
  )
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const { id } = (
    await installation.fastify.inject({ method: 'POST', url: '/v4/privacy/exports', payload: {}, headers })
  ).json()
  await makeExport(installation.app, { exportId: id })
  const file = await installation.fastify.inject({
    method: 'GET',
    url: `/v4/privacy/exports/${id}/document`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(file.json().consents).toMatchObject([
    { purpose: 'zakat', isGiven: true, textVersion: consentTexts.zakat.version },
  ])
  expect(
    (
      await installation.fastify.inject({
        method: 'POST',
        url: '/v4/privacy/erasure',
        payload: { understood: true },
        headers,
      })
    ).statusCode,
  ).toBe(200)
  expect(
    await db.selectFrom('privacy.consent').select('id').where('account_id', '=', viewer.accountId).execute(),
  ).toEqual([])
  expect(await hasConsent(installation.app, viewer.accountId, 'zakat')).toBe(false)
})

test('a consent text changes only with its version', () => {
  const hash = (purpose: keyof typeof consentTexts) =>
    createHash('sha256').update(JSON.stringify(consentTexts[purpose].text)).digest('hex').slice(0, 12)
  expect([consentTexts.zakat.version, hash('zakat'), consentTexts.recap.version, hash('recap')]).toMatchInlineSnapshot(`
    [
      "zakat-2026-11b",
      "e3f4a5960c7e",
      "recap-2026-11b",
      "a3c5b1867793",
    ]
  `)
})
