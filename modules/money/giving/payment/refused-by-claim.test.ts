import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
// This clock doesn't move, so the process keeps its cache of campaigns, like another process that read them before a
// change.
let now = new Date('2026-11-24T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

async function ask(url: string, payload: object, token = '') {
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': installation.app.newId(),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const answer = await installation.fastify.inject({ method: 'POST', url, headers, payload })
  const body = answer.json<{ result?: object }>()
  return { ...body, ...body.result, status: answer.statusCode } as {
    status: number
    code?: string
    id: string
    token: string
    intentId: string
  }
}
const cardOf = (token = 'pm_card_visa') => [{ type: 'card', token }]
const visitor = () => ({ guest: { email: `${installation.app.newId()}@example.org`, name: 'Huda Saleh' } })
const donate = (ids: { id: bigint }, over: object = {}) =>
  ask(`/api/donate/donate/${ids.id}`, { amount: '20', currency: 'GBP', tokens: cardOf(), ...visitor(), ...over })
const charged = async (ids: { id: bigint }) =>
  (await installation.app.db.selectFrom('giving.donation').select('id').where('campaign_id', '=', ids.id).execute())
    .length

let charity: { id: bigint }
let campaign: { id: bigint }
beforeEach(async () => {
  charity = await anOrganization(installation.app)
  campaign = await aCampaign(installation.app, { organization_id: charity.id })
  // This donation fills the cache.
  expect((await donate(campaign)).status).toBe(200)
})
const reject = () =>
  installation.app.db
    .updateTable('organizations.organization')
    .set({ verification_state: 'rejected' })
    .where('id', '=', charity.id)
    .execute()

test('a donation sent right after its fundraiser was paused is refused and not charged [S1 §4]', async () => {
  const { token, viewer } = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role: 'organizer', publicName: 'S', at: now },
    ]),
  )
  const paused = await ask('/api/projectadmin/changeProjectState', { id: Number(campaign.id), state: 'paused' }, token)
  expect(paused.status).toBe(200)
  expect(await donate(campaign)).toMatchObject({ status: 409, code: 'campaign-closed' })
  expect(await charged(campaign)).toBe(1)
})

test('a donation sent right after its charity lost its verification is refused and not charged (content-5)', async () => {
  await reject()
  expect(await donate(campaign)).toMatchObject({ status: 409, code: 'charity-not-verified' })
  expect(await charged(campaign)).toBe(1)
})

test('concurrent donations are checked individually, and those to another fundraiser succeed', async () => {
  const other = await aCampaign(installation.app)
  expect((await donate(other)).status).toBe(200)
  await reject()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, place) => donate(place % 2 === 0 ? campaign : other)),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, place) => (place % 2 === 0 ? 409 : 200)))
  expect([await charged(campaign), await charged(other)]).toEqual([1, 7])
})

test('a basket with a line that just closed is refused as a whole, and repriced it pays its other lines', async () => {
  const other = await aCampaign(installation.app)
  const { id, token } = await ask('/v4/checkout/guest/baskets', { currency: 'GBP' })
  const path = `/v4/checkout/guest/baskets/${id}`
  for (const item of [campaign, other])
    await ask(`${path}/items`, { item: { projectId: String(item.id), amount: 2000, currency: 'GBP' } }, token)
  await reject()
  const checkout = () => ask(`${path}/checkout`, { tokens: cardOf(), ...visitor() }, token)
  expect(await checkout()).toMatchObject({ status: 409, code: 'charity-not-verified' })
  expect([await charged(campaign), await charged(other)]).toEqual([1, 0])
  now = new Date(now.getTime() + 1100)
  expect((await checkout()).status).toBe(200)
  expect([await charged(campaign), await charged(other)]).toEqual([1, 1])
})

test('a retry with another card is refused after its charity lost its verification', async () => {
  const donor = visitor()
  const declined = await donate(campaign, { ...donor, tokens: cardOf('pm_card_visa_chargeDeclined') })
  expect(declined.status).toBe(402)
  await reject()
  expect(await donate(campaign, { ...donor, intentId: declined.intentId })).toMatchObject({
    status: 409,
    code: 'charity-not-verified',
  })
  expect(await charged(campaign)).toBe(1)
})

test('a payment whose 3-D Secure challenge started earlier completes normally (content-5)', async () => {
  const challenged = await donate(campaign, { tokens: cardOf('pm_card_authenticationRequired') })
  const { id, challenge } = challenged as unknown as { id: string; challenge: { url: string; token: string } }
  await reject()
  await sql`update campaigns.campaign set status = 2 where id = ${campaign.id}`.execute(installation.app.db)
  await installation.sandbox!.gateway.answerChallenge(new URL(challenge.url).pathname.split('/').at(-1)!, true)
  expect((await ask('/api/donate/challenge', { id, challenge: challenge.token })).status).toBe(200)
  expect(await charged(campaign)).toBe(2)
})
