import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { settle } from './payment/settle.ts'
import { shownFields } from './shown-fields.ts'
import { aClaimedAttempt, aLine, anOrder } from './testing.ts'

let it: TestApp
let campaignId: bigint
const clock = manualClock(new Date('2027-03-09T12:00:00Z'))
beforeAll(async () => {
  it = await createTestApp({
    clock: clock.now,
    withSandbox: true,
    environment: {
      ZAKAT_OBLIGATIONS: '{"fitrClosings": [{"country": "GB", "year": 1448, "closesAt": "2027-03-10T06:00:00Z"}]}',
    },
  })
  campaignId = (await aCampaign(it.app)).id
})
afterAll(() => it.close())

async function give(payload: object) {
  const response = await it.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': it.app.newId() },
    payload: {
      amount: '20',
      currency: 'GBP',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: `${it.app.newId()}@example.org`, name: 'Amina' },
      ...payload,
    },
  })
  return { status: response.statusCode, fields: response.json().result.fields as Record<string, string> | undefined }
}

test('zakat al-fitr is refused from its closing time on, with a message that explains why (zakat-20)', async () => {
  expect((await give({ donationType: 'zakat-al-fitr' })).status).toBe(200)
  clock.move({ days: 1 })
  const refused = await give({ donationType: 'zakat-al-fitr' })
  expect(refused).toMatchObject({ status: 400, fields: { donationType: expect.stringContaining('has closed') } })
  expect((await give({ donationType: 'fidya' })).status).toBe(200)
  clock.move({ days: -1 })
})

test('a donation can’t be zakat and of another type, and an unknown type is refused', async () => {
  expect((await give({ donationType: 'fidya', zakah: true })).fields?.donationType).toBe(
    'A donation is either zakat or another type. Please choose one.',
  )
  expect((await give({ donationType: 'lottery' })).status).toBe(400)
  expect((await give({ donationType: 'sadaqah', zakah: true })).fields?.donationType).toBeUndefined()
})

test('the type is stored, shown to the donor and never counts as zakat', async () => {
  const { token, viewer } = await aSession(it.app)
  const line = aLine(it.app, campaignId, { donationType: 'fidya' })
  const attempt = await aClaimedAttempt(it.app, anOrder([line], { accountId: viewer.accountId, email: viewer.email }))
  await settle(it.app, attempt, {
    kind: 'succeeded',
    chargeId: 'ch_1',
    amount: attempt.amount,
    currency: 'GBP',
    fee: 63n,
  })
  const row = await it.app.db
    .selectFrom('giving.donation')
    .select(['donation_type', 'is_zakat'])
    .where('id', '=', line.donationId)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ donation_type: 'fidya', is_zakat: false })
  const get = async (url: string) =>
    (await it.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })).json()
  const history = JSON.stringify(await get(`/v4/account/donations/${line.donationId}`))
  expect(history).toContain('"fields":[{"label":"Donation type","text":"Fidya"}]')
  expect(await get('/v4/zakat')).toMatchObject({ state: 'NOT_CALCULATED', online: { count: 0 } })
  expect(shownFields('receipt', { donationType: 'kaffarah' }, 'ar')).toEqual([{ label: 'نوع التبرع', text: 'كفّارة' }])
  expect(shownFields('public', { donationType: 'kaffarah' }, 'en')).toEqual([])
})
