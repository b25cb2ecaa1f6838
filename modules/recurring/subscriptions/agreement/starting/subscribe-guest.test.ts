import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { solvedProof } from '#modules/money/payments/testing.ts'
import type { ProofChallenge } from '#modules/money/payments/rules/proof-of-work.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { movePlansToProvenAccounts } from '../donor/move-to-account.ts'
import { manageLink } from '../managing/links.ts'
import { scheduleDonations } from '../schedule/schedule-donations.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { endUnconfirmed } from '../states/end-unconfirmed.ts'
import { removeCardsOfEndedPlans } from '../states/remove-cards.ts'
import { findSubscription, type Subscription } from '../subscription-queries.ts'
import { aPlanOf, programmePlans } from '../../testing.ts'

let installation: TestApp
let campaignId: string
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  campaignId = String((await aCampaign(installation.app, { ends_at: null })).id)
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date('2026-11-20T12:00:00Z')))

let count = 0
async function post(url: string, payload: object, headers: object = {}) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url,
    remoteAddress: `192.0.2.${(count += 1) % 250}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  })
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
}
const newKey = () => `wizard-${(count += 1)}`

/** Starts a plan of 10.00 a day as a guest, with a solved proof of work. */
async function begin(over: object = {}, key = newKey(), visit: object = {}) {
  const email = `wizard-${(count += 1)}@example.org`
  const body = {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 1000,
    donationAmountCurrency: 'GBP',
    timeZone: 'Europe/London',
    causes: [{ campaignId, share: 10_000 }],
    guest: { email, name: 'Amina Yusuf' },
    tokens: [{ type: 'card', token: 'pm_card_visa' }],
    ...over,
  }
  const headers = { 'idempotency-key': key, ...visit }
  const response = await post('/v4/subscriptions', body, headers)
  if (response.body.code !== 'human-check-required') return { email, key, sent: body, result: response.body }
  const proof = { ...body, reCaptcha: solvedProof(response.body.proof as ProofChallenge) }
  return { email, key, sent: body, result: (await post('/v4/subscriptions', proof, headers)).body }
}
const read = async (id: unknown) => (await findSubscription(installation.app.db, String(id))) as Subscription
const manage = async (id: unknown) => new URL(manageLink(installation.app, await read(id))).searchParams.get('token')!
const started = (token: unknown) =>
  installation.fastify
    .inject({ url: `/v4/subscription-links/started?token=${encodeURIComponent(String(token))}` })
    .then((answer) => ({ status: answer.statusCode, body: answer.json<Record<string, unknown>>() }))
const statesOf = async (id: unknown) =>
  (await occurrencesOf(installation.app.db, String(id))).map(({ on, state }) => `${on} ${state}`)
async function work() {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
const mailsTo = (email: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'subject', 'content'])
    .where('to_address', '=', email)
    .execute()
const charges = () => installation.sandbox!.gateway.store.truth.size

test('a guest starts a plan with a wallet: its card is saved, and the first day charged (payments-23)', async () => {
  const wallet = (kind: 'apple_pay' | 'google_pay', number = '4242424242424242') => [
    {
      type: 'applepay',
      token: installation.sandbox!.gateway.confirmations.create({
        wallet: kind,
        payment_method_data: { type: 'card', card: { number, exp_month: '12', exp_year: '2040' } },
      }).id,
    },
  ]
  const before = charges()
  expect((await begin({ tokens: wallet('google_pay') })).result).toMatchObject({
    fields: { tokens: 'This token doesn’t belong to the chosen wallet.' },
  })
  expect((await begin({ tokens: wallet('apple_pay', '4000000000000002') })).result).toMatchObject({
    code: 'card-not-accepted',
  })
  const { result } = await begin({ tokens: wallet('apple_pay') })
  expect(result).toMatchObject({ status: 'saved' })
  expect(charges()).toBe(before)
  now = new Date('2026-11-21T09:00:01Z')
  await work()
  expect(charges()).toBe(before + 1)
  await post('/v4/subscription-links/cancel', { token: await manage(result.subscriptionId) })
  await work()
})

test('without an account a plan is active at once: nothing is charged that day, its first day is (recurring-30)', async () => {
  const before = charges()
  const { email, result } = await begin()
  expect(result).toMatchObject({ status: 'saved', token: expect.any(String) })
  const id = result.subscriptionId
  expect(await read(id)).toMatchObject({ state: 'active', reason: null, accountId: null, guestEmail: email })
  expect((await started(result.token)).body).toMatchObject({
    email,
    plan: { state: 'active', next: { on: '2026-11-21', dueAt: '2026-11-21T09:00:00.000Z' } },
  })
  await work()
  expect(charges()).toBe(before)
  await sendNotice(installation.app, { kind: 'confirmed', subscriptionId: String(id) }, async () => new Map())
  const [mail] = await mailsTo(email)
  expect(JSON.stringify(mail?.content)).toMatch(/21 November 2026.*subscription-links|21 November 2026.*manage/)
  expect(JSON.stringify(mail?.content)).toContain('This isn’t me')
  now = new Date('2026-11-21T09:00:01Z')
  await work()
  expect(charges()).toBe(before + 1)
  expect((await statesOf(id)).filter((row) => row < '2026-11-23')).toEqual([
    '2026-11-21 SUCCEEDED',
    '2026-11-22 SCHEDULED',
  ])
  now = new Date('2026-11-22T12:00:00Z')
  expect((await started(result.token)).status).toBe(404)
  await post('/v4/subscription-links/cancel', { token: await manage(id) })
  const troubles = await verifyLedger(installation.database.ownerUrl, [], now)
  expect(troubles.filter(({ count: found, title }) => found > 0 && !title.startsWith('Q8'))).toEqual([])
})

test('a plan that an earlier version left waiting for its mail ends at its deadline, with a mail', async () => {
  const { email, result } = await begin()
  const deadline = new Date('2026-11-27T12:00:00Z')
  await sql`update subscriptions.subscription set state = 'paused', reason = 'email-unconfirmed', confirm_until = ${deadline}
    where id = ${String(result.subscriptionId)}`.execute(installation.app.db)
  now = new Date('2026-11-27T11:59:00Z')
  expect(await endUnconfirmed(installation.app)).toBe(0)
  now = new Date('2026-11-27T12:00:00Z')
  expect(await endUnconfirmed(installation.app)).toBe(1)
  const plan = await read(result.subscriptionId)
  expect(plan).toMatchObject({ state: 'ended', reason: 'email-unconfirmed' })
  await sendNotice(installation.app, { kind: 'ended', subscriptionId: plan.id }, async () => new Map())
  expect(JSON.stringify((await mailsTo(email)).at(-1)?.content)).toContain('opened in time')
  expect((await post('/v4/subscription-links/resume', { token: await manage(plan.id) })).status).toBe(409)
  expect(await removeCardsOfEndedPlans(installation.app)).toBeGreaterThan(0)
})

test('each card requires a proof of work; the same key starts one plan', async () => {
  const key = newKey()
  const first = await begin({}, key)
  const again = await post('/v4/subscriptions', first.sent, { 'idempotency-key': key })
  expect(again.body).toMatchObject({ status: 'saved', subscriptionId: first.result.subscriptionId })
  const other = await post('/v4/subscriptions', first.sent, { 'idempotency-key': newKey() })
  expect(other.body).toMatchObject({ code: 'human-check-required', proof: { salt: expect.any(String) } })
})

test('a bank that asks about the card is answered before there is a plan', async () => {
  const { email, key, sent, result } = await begin({
    tokens: [{ type: 'card', token: 'pm_card_threeDSecure2Required' }],
  })
  expect(result).toMatchObject({ status: 'challenge', setupId: expect.any(String) })
  const plans = () =>
    installation.app.db.selectFrom('subscriptions.subscription').selectAll().where('guest_email', '=', email).execute()
  expect(await plans()).toEqual([])
  const { tokens: _, ...rest } = sent
  const finish = () => post('/v4/subscriptions', { ...rest, setupId: result.setupId }, { 'idempotency-key': key })
  expect((await finish()).body).toMatchObject({ status: 'challenge' })
  await fetch(`${(result.challenge as { url: string }).url}/approve`, { method: 'POST' })
  expect((await finish()).body).toMatchObject({ status: 'saved' })
  expect(await plans()).toHaveLength(1)
  // Another key can't use this card setup.
  const stranger = await post(
    '/v4/subscriptions',
    { ...rest, setupId: result.setupId },
    { 'idempotency-key': newKey() },
  )
  expect(stranger.status).toBe(404)
})

test('a declined card, too much, a level and a sixth plan start nothing', async () => {
  expect((await begin({ tokens: [{ type: 'card', token: 'pm_card_chargeDeclined' }] })).result).toMatchObject({
    code: 'card-not-accepted',
  })
  expect((await begin({ donationAmount: 100_100 })).result.fields).toHaveProperty('donationAmount')
  expect((await begin({ rewardId: '1' })).result.fields).toHaveProperty('rewardId')
  expect((await begin({ guest: { email: 'no address', name: '' } })).result.fields).toMatchObject({
    'guest.email': expect.any(String),
    'guest.name': expect.any(String),
  })
  const email = 'five-plans@example.org'
  for (let nth = 1; nth <= 5; nth++)
    expect((await begin({ guest: { email, name: 'Amina Yusuf' } })).result.status).toBe('saved')
  expect((await begin({ guest: { email, name: 'Amina Yusuf' } })).result.fields).toHaveProperty('guest.email')
  const { guest: _, ...alone } = (await begin()).sent as Record<string, unknown>
  expect((await post('/v4/subscriptions', alone, { 'idempotency-key': newKey() })).status).toBe(401)
})

test('the page after it corrects the address for a day: the old link is void, the plan stays active', async () => {
  const { email, result } = await begin()
  const { token } = result
  const right = `right-${email}`
  const old = await manage(result.subscriptionId)
  expect((await post('/v4/subscription-links/started/email', { token, email: right })).body).toEqual({ email: right })
  expect((await post('/v4/subscription-links/pause', { token: old })).status).toBe(404)
  expect((await started(token)).body).toMatchObject({ email: right, plan: { state: 'active' } })
})

test('a plan without an account follows to the account that proves its email', async () => {
  const { email, result } = await begin()
  const { viewer } = await aSession(installation.app, { email })
  now = new Date('2026-11-22T12:00:00Z')
  await movePlansToProvenAccounts(installation.app)
  expect((await read(result.subscriptionId)).accountId).toBe(viewer.accountId)
})

test('a guest’s second tab is asked, another email of the same visit is not (recurring-33)', async () => {
  const guest = { email: 'twice@example.org', name: 'Amina Yusuf' }
  const visit = { 'session-id': installation.app.newId() }
  const start = (over: object = {}) => begin({ guest, ...over }, newKey(), visit)
  const first = await start()
  expect(first.result).toMatchObject({ status: 'saved' })
  const second = await start()
  expect(second.result).toMatchObject({ code: 'duplicate-plan', duplicateOf: first.result.subscriptionId })
  const repeated = await start({ repeatOf: first.result.subscriptionId })
  expect(repeated.result).toMatchObject({ status: 'saved' })
  expect((await start({ repeatOf: first.result.subscriptionId })).result).toMatchObject({ code: 'duplicate-plan' })
  expect((await start({ guest: { ...guest, email: 'another@example.org' } })).result).toMatchObject({ status: 'saved' })
})

test('a guest’s plan from the checkout’s form counts too, in the same visit with the same email (recurring-33)', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const givingPlanId = await aPlanOf(installation.app, campaign.id)
  const guest = { email: 'form@example.org', name: 'Amina Yusuf' }
  const visit = { 'session-id': installation.app.newId() }
  const causes = [{ campaignId: String(campaign.id), share: 10_000 }]
  const { body } = await post(
    `/api/donate/donate/${campaign.id}`,
    {
      amount: '10',
      currency: 'GBP',
      frequency: 'week',
      timeZone: 'Europe/London',
      guest,
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
    },
    { 'idempotency-key': newKey(), ...visit },
  )
  const { subscriptionId: duplicateOf } = body.result as { subscriptionId: string }
  const wizard = { givingPlanId, causes, guest }
  expect((await begin(wizard, newKey(), visit)).result).toMatchObject({ code: 'duplicate-plan', duplicateOf })
  expect((await begin(wizard, newKey(), { 'session-id': installation.app.newId() })).result).toMatchObject({
    status: 'saved',
  })
})
