import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { one } from '#shared/collections.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { addQurbaniItem } from '../edit-items.ts'
import { eraseQurbaniReminders } from './reminder-queries.ts'
import { sendQurbaniReminders } from './send-reminders.ts'

let server: TestApp
const clock = manualClock(new Date('2026-11-26T10:00:00Z'))
beforeAll(async () => {
  server = await createTestApp({ clock: clock.now })
})
afterAll(() => server.close())
beforeEach(() => server.app.write((tx) => tx.deleteFrom('qurbani.reminder').execute()))

const ask = (email: string, { ip = '192.0.2.1', locale = 'en' } = {}) =>
  server.fastify.inject({
    method: 'POST',
    url: '/v4/qurbani/reminders',
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', 'accept-language': locale },
    payload: { email },
  })
const stored = () =>
  server.app.db
    .selectFrom('qurbani.reminder')
    .select(['email', 'hijri_year as year', 'locale', 'network_key as network'])
    .orderBy('email')
    .execute()
const mailsTo = (email: string) =>
  server.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('to_address', '=', email)
    .execute()

/** Offers a sheep of a year whose orders open on a given day in Pakistan. */
async function anItem(hijriYear: number, opensOn: string) {
  const campaign = await aCampaign(server.app)
  const { viewer } = await aSession(server.app)
  await addQurbaniItem(
    server.app,
    { campaignId: campaign.id, viewer, context: { ip: '192.0.2.9' } },
    {
      title: 'A sheep in Pakistan',
      hijriYear,
      country: 'PK',
      animal: 'sheep',
      unit: 'animal',
      animalPrice: '100',
      capacity: '',
      partner: 'Khidmat Welfare',
      isSponsored: false,
      isOffered: true,
      calendar: undefined,
      timeZone: undefined,
      opensOn,
      lastDay: 12,
      close: { day: 12, hour: 12, minute: 0 },
    },
  )
}

test('a mailbox is stored once for the coming qurbani, with the same answer each time [qurbani-9]', async () => {
  expect((await ask(' Zahra@Example.org ', { locale: 'ar' })).json()).toEqual({ ok: true })
  expect((await ask('zahra@example.org')).json()).toEqual({ ok: true })
  expect(await stored()).toEqual([
    { email: 'zahra@example.org', year: 1448, locale: 'ar', network: expect.any(Buffer) as Buffer },
  ])
  const refused = await ask('no address')
  expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['email']])
})

test('one network can ask for sixty reminders in an hour', async () => {
  await ask('first@example.org', { ip: '198.51.100.7' })
  const { network } = one(await stored())
  await server.app.write((tx) =>
    tx
      .insertInto('qurbani.reminder')
      .values(
        Array.from({ length: 59 }, (_, index) => ({
          id: server.app.newId(),
          email: `donor-${index}@example.org`,
          mailbox_hash: 'h'.repeat(43),
          hijri_year: 1448,
          locale: 'en',
          network_key: network,
          created_at: clock.now(),
        })),
      )
      .execute(),
  )
  expect((await ask('next@example.org', { ip: '198.51.100.7' })).statusCode).toBe(429)
  expect((await ask('next@example.org', { ip: '203.0.113.7' })).statusCode).toBe(200)
})

test('one mail goes out when orders open, and the address is deleted; a link in it refuses later ones', async () => {
  await ask('zahra@example.org')
  await ask('bilal@example.org', { locale: 'ar' })
  await anItem(1448, '2026-12-10')
  await sendQurbaniReminders(server.app)
  expect(await mailsTo('zahra@example.org')).toEqual([])
  clock.move({ days: 20 })
  await sendQurbaniReminders(server.app)
  await sendQurbaniReminders(server.app)
  expect(await stored()).toEqual([])
  const mail = one(await mailsTo('zahra@example.org'))
  expect(mail.subject).toBe('Qurbani orders for 1448 AH are open')
  expect(one(await mailsTo('bilal@example.org')).subject).toMatch(/الأضاحي/)
  const { unsubscribe } = mail.content as { unsubscribe: { url: string } }
  const url = `/v4/unsubscribe/qurbani/${unsubscribe.url.split('/').at(-1)}`
  const call = async (method: 'GET' | 'POST') =>
    (await server.fastify.inject({ method, url, ...(method === 'POST' ? { payload: {} } : {}) })).json()
  expect(await call('GET')).toEqual({ isUnsubscribed: false })
  await ask('zahra@example.org')
  expect(await stored()).toEqual([])
  await server.app.write((tx) => tx.updateTable('qurbani.item').set({ is_offered: false }).execute())
  await ask('zahra@example.org')
  expect((await stored()).map(({ email }) => email)).toEqual(['zahra@example.org'])
  expect(await call('POST')).toEqual({ isUnsubscribed: true })
  expect(await call('GET')).toEqual({ isUnsubscribed: true })
  expect(await stored()).toEqual([])
  expect((await ask('zahra@example.org')).json()).toEqual({ ok: true })
  expect(await stored()).toEqual([])
  const altered = await server.fastify.inject({ method: 'GET', url: `${url.slice(0, -2)}xx` })
  expect([altered.statusCode, altered.json().code]).toEqual([404, 'code-not-valid'])
})

test('the network is deleted after two days, the address after its year or with its account', async () => {
  await anItem(1449, '2027-12-01')
  await server.app.write((tx) => tx.updateTable('qurbani.item').set({ is_offered: false }).execute())
  await ask('omar@example.org')
  clock.move({ days: 3 })
  await sendQurbaniReminders(server.app)
  expect(await stored()).toEqual([{ email: 'omar@example.org', year: 1448, locale: 'en', network: null }])
  await ask('layla@example.org')
  await server.app.write((tx) => eraseQurbaniReminders(tx, ['layla@example.org']))
  expect((await stored()).map(({ email }) => email)).toEqual(['omar@example.org'])
  clock.move({ days: 200 })
  await sendQurbaniReminders(server.app)
  expect(await stored()).toEqual([])
})
