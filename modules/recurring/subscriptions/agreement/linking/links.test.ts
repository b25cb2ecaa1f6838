import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { endAbandonedSetup } from '#modules/money/cards/jobs.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { endUnresumed } from '../../notices/end-unresumed.ts'
import { sendNotice } from '../../notices/send-notice.ts'
import { savePlan } from '#modules/recurring/plans/plan-queries.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manageLink, changeLink, cardLink } from '../managing/links.ts'
import { suspendSubscription } from '../states/suspend-subscription.ts'
import { removeCardsOfEndedPlans } from '../states/remove-cards.ts'
import { findSubscription, lockSubscription, type Subscription } from '../subscription-queries.ts'

let installation: TestApp
let campaignId: string
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  const campaign = await aCampaign(installation.app, { ends_at: null })
  campaignId = String(campaign.id)
  await installation.app.write((tx) =>
    savePlan(tx, {
      id: installation.app.newId(),
      type: 'CHARITY',
      programme: null,
      campaignId: campaign.id,
      frequency: 'month',
      isEnabled: true,
      isOnCampaignPage: true,
      requestsPhone: false,
      at: now,
    }),
  )
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
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}

/** Starts a guest's plan of 10.00 a month with a tip of 1.00. */
async function aGuestPlan() {
  const email = `guest-${(count += 1)}@example.org`
  const { body } = await post(
    `/api/donate/donate/${campaignId}`,
    {
      amount: '10',
      feeAmount: '1',
      currency: 'GBP',
      frequency: 'month',
      timeZone: 'Europe/London',
      guest: { email, name: 'Amina Yusuf' },
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
    },
    { 'idempotency-key': `key-${count}`, 'session-id': installation.app.newId() },
  )
  await work()
  const { subscriptionId: id } = body.result as { subscriptionId: string }
  const read = async () => (await findSubscription(installation.app.db, id)) as Subscription
  const tokenOf = (url: string) => new URL(url).searchParams.get('token')!
  return {
    id,
    email,
    read,
    manage: async () => tokenOf(manageLink(installation.app, await read())),
    change: async () => tokenOf(changeLink(installation.app, await read())),
    card: async () => tokenOf(cardLink(installation.app, await read())),
  }
}
const link = (path: string, payload: object) => post(`/v4/subscription-links${path}`, payload)
const look = (token: string) =>
  installation.fastify.inject({ url: `/v4/subscription-links?token=${encodeURIComponent(token)}` }).then((answer) => ({
    status: answer.statusCode,
    body: answer.json<Record<string, unknown>>(),
  }))
const mailsTo = async (email: string) =>
  (
    await installation.app.db.selectFrom('notifications.mail').select('kind').where('to_address', '=', email).execute()
  ).map(({ kind }) => kind)

test('the mailed link of a guest shows the plan, pauses, resumes, lowers the amount and cancels (recurring-24)', async () => {
  const plan = await aGuestPlan()
  const token = await plan.manage()
  expect((await look(token)).body).toMatchObject({
    id: plan.id,
    may: 'manage',
    isGuest: true,
    donationAmount: 1000,
    tipAmount: 100,
    card: { brand: 'visa', last4: '4242' },
    email: 'g•••@example.org',
    next: { on: '2026-12-20' },
  })
  expect((await link('/pause', { token })).body).toMatchObject({ state: 'paused' })
  expect((await link('/resume', { token })).body).toMatchObject({ state: 'active' })
  expect((await link('/amount', { token, donationAmount: 1200, tipAmount: 0 })).body).toMatchObject({
    code: 'link-not-enough',
    fields: { donationAmount: expect.stringContaining('raise') },
  })
  expect((await link('/amount', { token, donationAmount: 600, tipAmount: 0 })).body).toMatchObject({
    donationAmount: 600,
    tipAmount: 0,
  })
  for (const [path, more] of [
    ['/cards', { cardToken: 'pm_card_mastercard' }],
    ['/email', { email: 'other@example.org' }],
  ] as const)
    expect((await link(path, { token, ...more })).body.code).toBe('link-not-enough')
  now = new Date('2026-12-20T09:00:01Z')
  await work()
  expect((await plan.read()).failures).toBe(0)
  expect([...installation.sandbox!.gateway.store.truth.values()].at(-1)).toMatchObject({ amount: 600 })
  expect((await link('/cancel', { token })).body).toMatchObject({ state: 'cancelled' })
  expect((await link('/resume', { token })).status).toBe(409)
})

test('a link of that moment raises the amount once, within 30 minutes', async () => {
  const plan = await aGuestPlan()
  const token = await plan.manage()
  expect((await link('/change-links', { token })).body).toEqual({ email: 'g•••@example.org' })
  await link('/change-links', { token })
  expect((await mailsTo(plan.email)).filter((kind) => kind === 'plan-change-link')).toHaveLength(1)
  const change = await plan.change()
  expect((await look(change)).body).toMatchObject({ may: 'change' })
  expect((await link('/amount', { token: change, donationAmount: 900_000, tipAmount: 0 })).body.fields).toHaveProperty(
    'donationAmount',
  )
  expect((await link('/amount', { token: change, donationAmount: 2000, tipAmount: 100 })).body).toMatchObject({
    donationAmount: 2000,
  })
  expect((await link('/amount', { token: change, donationAmount: 3000, tipAmount: 0 })).status).toBe(404)
  const later = await plan.change()
  now = new Date('2026-11-20T12:30:01Z')
  expect((await look(later)).status).toBe(404)
  expect((await look(token)).status).toBe(200)
})

test('a new card replaces and detaches the old one, also after a challenge', async () => {
  const plan = await aGuestPlan()
  const before = (await plan.read()).cardId
  const token = await plan.card()
  expect((await link('/cards', { token, cardToken: 'pm_card_chargeDeclined' })).status).toBe(402)
  expect((await plan.read()).cardId).toBe(before)
  const response = await link('/cards', { token, cardToken: 'pm_card_threeDSecureRequired' })
  const { setupId, challenge } = response.body as { setupId: string; challenge: { url: string } }
  expect(response.body.status).toBe('challenge')
  await fetch(`${challenge.url}/approve`, { method: 'POST' })
  const saved = await link('/card-setups', { token, setupId })
  expect(saved.body).toMatchObject({ status: 'saved', plan: { id: plan.id, may: 'change-card' } })
  expect((await link('/card-setups', { token, setupId })).body.code).toBe('card-setup-ended')
  const cards = await installation.app.db
    .selectFrom('cards.card as c')
    .leftJoin('cards.mandate as m', 'm.card_id', 'c.id')
    .select(['c.id', 'c.removed_at', 'm.revoked_at', 'm.plan_id'])
    .where('c.plan_id', '=', plan.id)
    .orderBy('c.added_at')
    .execute()
  expect(cards).toMatchObject([
    { id: before, removed_at: now, revoked_at: now, plan_id: plan.id },
    { id: (await plan.read()).cardId, removed_at: null, revoked_at: null, plan_id: plan.id },
  ])
  now = new Date('2026-12-20T09:00:01Z')
  await work()
  const troubles = await verifyLedger(installation.database.ownerUrl, [], now)
  expect(troubles.filter(({ count: found, title }) => found > 0 && !title.startsWith('Q8'))).toEqual([])
})

test('a card with an uncompleted challenge is detached, and the plan keeps its card', async () => {
  const plan = await aGuestPlan()
  const { cardId } = await plan.read()
  const response = await link('/cards', { token: await plan.card(), cardToken: 'pm_card_threeDSecureRequired' })
  const { setupId: id, challenge } = response.body as { setupId: string; challenge: { url: string } }
  await fetch(`${challenge.url}/approve`, { method: 'POST' })
  await endAbandonedSetup(installation.app, { id })
  expect((await plan.read()).cardId).toBe(cardId)
  expect((await link('/card-setups', { token: await plan.card(), setupId: id })).status).toBe(404)
})

test('another email address makes the earlier links void', async () => {
  const plan = await aGuestPlan()
  const token = await plan.manage()
  const change = await plan.change()
  expect((await link('/email', { token: change, email: 'nonsense' })).body.fields).toHaveProperty('email')
  const email = `new-${count}@example.org`
  expect((await link('/email', { token: change, email })).body).toEqual({ email: 'n•••@example.org' })
  expect((await look(token)).status).toBe(404)
  expect((await plan.read()).guestEmail).toBe(email)
  expect((await look(await plan.manage())).body).toMatchObject({ email: 'n•••@example.org' })
})

test('cancel and delete empties the plan and revokes its mandate; the books stay (recurring-25)', async () => {
  const plan = await aGuestPlan()
  expect((await link('/erase', { token: await plan.manage() })).body.code).toBe('link-not-enough')
  expect((await link('/erase', { token: await plan.change() })).status).toBe(200)
  expect(await plan.read()).toMatchObject({
    state: 'cancelled',
    guestEmail: null,
    guestName: null,
    details: { ip: '', taxAddress: null, agreedWords: expect.stringContaining('£11.00') as string },
  })
  const [card] = await installation.app.db
    .selectFrom('cards.card as c')
    .innerJoin('cards.mandate as m', 'm.card_id', 'c.id')
    .select(['c.removed_at', 'm.revoked_at'])
    .where('c.plan_id', '=', plan.id)
    .execute()
  expect(card).toEqual({ removed_at: now, revoked_at: now })
  await work()
  expect((await mailsTo(plan.email)).filter((kind) => kind === 'plan-cancelled')).toEqual([])
  const troubles = await verifyLedger(installation.database.ownerUrl, [], now)
  expect(troubles.filter(({ count: found, title }) => found > 0 && !title.startsWith('Q8'))).toEqual([])
})

test('the own card of a plan that is over is removed', async () => {
  const plan = await aGuestPlan()
  await link('/cancel', { token: await plan.manage() })
  expect(await removeCardsOfEndedPlans(installation.app)).toBeGreaterThan(0)
  expect(await removeCardsOfEndedPlans(installation.app)).toBe(0)
  const cards = await installation.app.db
    .selectFrom('cards.card')
    .select('removed_at')
    .where('plan_id', '=', plan.id)
    .execute()
  expect(cards).toEqual([{ removed_at: now }])
})

test('a plan that is not resumed for 90 days ends, a week after one mail (recurring-26)', async () => {
  const plan = await aGuestPlan()
  await installation.app.write(async (tx) => {
    const subscription = (await lockSubscription(tx, plan.id))!
    await suspendSubscription(installation.app, tx, subscription, { state: 'paused', reason: 'consent' })
  })
  const { version } = await plan.read()
  const after = (days: number) => void (now = new Date(Date.parse('2026-11-20T12:00:00Z') + days * 86_400_000))
  after(82)
  expect(await endUnresumed(installation.app)).toEqual({ warned: 0, ended: 0 })
  after(83)
  expect(await endUnresumed(installation.app)).toEqual({ warned: 1, ended: 0 })
  const notice = { kind: 'ends-soon', subscriptionId: plan.id, id: `ends-soon.${plan.id}.${version}` } as const
  await sendNotice(installation.app, notice, async () => new Map())
  expect(await mailsTo(plan.email)).toContain('plan-ends-soon')
  after(89)
  expect(await endUnresumed(installation.app)).toEqual({ warned: 0, ended: 0 })
  after(90)
  expect(await endUnresumed(installation.app)).toEqual({ warned: 0, ended: 1 })
  expect(await plan.read()).toMatchObject({ state: 'ended', reason: 'consent' })
})

test('lost links are mailed three times a day at most, and the answer tells nothing', async () => {
  const plan = await aGuestPlan()
  for (let nth = 0; nth < 5; nth += 1)
    expect(await link('/requests', { email: plan.email.toUpperCase() })).toMatchObject({ status: 200, body: {} })
  expect((await mailsTo(plan.email)).filter((kind) => kind === 'plan-list')).toHaveLength(3)
  expect(await link('/requests', { email: 'unknown@example.org' })).toMatchObject({ status: 200, body: {} })
})

test('every mail about a guest’s plan has “This isn’t me”, receipts and requested links too (recurring-28)', async () => {
  const plan = await aGuestPlan()
  await link('/change-links', { token: await plan.manage() })
  await link('/requests', { email: plan.email })
  await work()
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['kind', 'content'])
    .where('to_address', '=', plan.email)
    .execute()
  expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['receipt', 'plan-change-link', 'plan-list']))
  for (const { kind, content } of mails)
    expect(JSON.stringify(content), kind).toContain('/scheduled-giving/not-me?token=')
})
