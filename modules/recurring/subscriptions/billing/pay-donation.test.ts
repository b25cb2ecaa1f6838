import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { findViewerBySession } from '#modules/platform/identity/viewer.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { changePlan } from '../agreement/managing/change-plan.ts'
import { authenticateLink } from '../agreement/managing/links.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let crashAt: string | undefined
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === crashAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
})
afterAll(() => installation.close())
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const setClock = (instant: string) => void (now = new Date(instant))
const pass = (minutes: number) => void (now = new Date(now.getTime() + minutes * 60_000))
/** Requires a 3-D Secure challenge for every payment. */
const asking = 'pm_card_threeDSecureRequired'
/** Can be saved, but its charges are declined. */
const failing = 'pm_card_chargeCustomerFail'
const key = '2026-11-27'

const charges = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()].filter(({ metadata }) => metadata.subscription === id)
const donation = async (id: string, idInput = key) =>
  (await occurrencesOf(installation.app.db, id)).find((occurrence) => occurrence.key === idInput)!
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
// Q8 and Q15 compare with the database's clock, but these tests set their own.
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
    ({ title, count }) => count > 0 && !/^Q(8|15):/.test(title),
  )

let requests = 0
type Charge = {
  readonly donations: readonly object[]
  readonly gift: number
  readonly tip: number
  readonly coveredFee: number
  readonly total: number
  readonly quoteHash: string
}
type Body = {
  readonly charge?: Charge
  readonly code?: string
  readonly status?: unknown
  readonly intentId?: string
  readonly key?: string
  readonly challenge?: { readonly url: string }
}
async function post(url: string, payload: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  // Each request comes from its own network, so rate limits don't apply.
  const remoteAddress = `2001:db8:${(requests += 1).toString(16)}::1`
  const answer = await installation.fastify.inject({ method: 'POST', url, payload, headers, remoteAddress })
  return { status: answer.statusCode, body: answer.json() as Body }
}
async function get<Answer>(url: string, token: string) {
  const answer = await installation.fastify.inject({ url, headers: { authorization: `Bearer ${token}` } })
  return { status: answer.statusCode, body: answer.json() as Answer }
}
async function waiting(over: Parameters<typeof aSubscription>[1] = {}) {
  setClock('2026-11-20T12:00:00Z')
  const subscription = await aSubscription(installation.app, { cardToken: asking, ...over })
  setClock('2026-11-27T09:00:00Z')
  await work()
  const token = new URL(
    authenticateLink(installation.app, { id: subscription.subscription.id, guestId: null, linkNumber: 1 }, key),
  ).searchParams.get('token')!
  const pay = () => post('/v4/subscription-links/pay', { token, key })
  const after = (intentId: string | undefined) => post('/v4/subscription-links/payments', { token, intentId })
  return { ...subscription, id: subscription.subscription.id, token, pay, after }
}
const answerBank = (url: string | undefined, how: 'approve' | 'decline') => fetch(`${url}/${how}`, { method: 'POST' })
async function freshViewer(accountId: string) {
  const { token } = await openSession(installation.app, aRequestContext(), accountId)
  const viewer = await findViewerBySession(installation.app, token)
  if (viewer?.kind !== 'account') throw new Error('no account')
  return { token, viewer }
}

test('pays a donation that needs 3-D Secure by the link in its mail, once and with a receipt', async () => {
  const { id, token, pay, after } = await waiting()
  expect(await donation(id)).toMatchObject({
    state: 'ACTION_REQUIRED',
    actionDeadline: new Date('2026-12-04T09:00:00Z'),
  })
  expect(charges(id)).toEqual([])
  const seen = (
    await installation.fastify.inject({ url: `/v4/subscription-links/donations?token=${token}&key=${key}` })
  ).json() as object
  expect(seen).toMatchObject({ gift: 1000, status: 'PROCESSING', canBePaid: true })
  const response = await pay()
  expect(response.body).toMatchObject({ status: 'challenge', challenge: { url: expect.stringContaining('/3ds/') } })
  expect(await donation(id)).toMatchObject({ state: 'ACTION_REQUIRED' })
  // A second request returns the same challenge.
  expect((await pay()).body).toEqual({ ...response.body, key })
  expect((await after(response.body.intentId)).body).toMatchObject({ status: 'challenge', key })
  await answerBank(response.body.challenge?.url, 'approve')
  const paid = await Promise.all([1, 2, 3].map(() => after(response.body.intentId)))
  expect(paid.map(({ body }) => body.status)).toEqual(['paid', 'paid', 'paid'])
  await work()
  expect(charges(id)).toHaveLength(1)
  expect(await donation(id)).toMatchObject({ state: 'SUCCEEDED', intentId: response.body.intentId })
  expect((await pay()).body).toMatchObject({ status: 'paid' })
  const receipts = await installation.app.db
    .selectFrom('receipts.receipt')
    .select('id')
    .where('intent_id', '=', response.body.intentId!)
    .execute()
  expect(receipts).toHaveLength(1)
  expect(await troubles()).toEqual([])
})

test('the bank returns a donor who opened a link to the link’s page, valid for two hours', async () => {
  const { pay } = await waiting()
  const { body } = await pay()
  const page = await (await answerBank(body.challenge?.url, 'approve')).text()
  const back = /href="([^"]+)"/.exec(page)![1]!.replace(/&(amp|#38|#x26);/g, '&')
  const url = new URL(back)
  expect([url.pathname, url.searchParams.get('gift')]).toEqual(['/scheduled-giving/authenticate', body.intentId])
  const token = url.searchParams.get('token')!
  pass(119)
  expect((await post('/v4/subscription-links/payments', { token, intentId: body.intentId })).body).toMatchObject({
    status: 'paid',
  })
  pass(2)
  expect((await post('/v4/subscription-links/payments', { token, intentId: body.intentId })).status).toBe(404)
})

test('a donor who rejects the challenge can try again until the deadline', async () => {
  const { id, pay, after } = await waiting()
  const first = await pay()
  await answerBank(first.body.challenge?.url, 'decline')
  expect((await after(first.body.intentId)).body).toMatchObject({ status: 'declined' })
  expect(await donation(id)).toMatchObject({ state: 'ACTION_REQUIRED' })
  const second = await pay()
  expect(second.body.intentId).not.toBe(first.body.intentId)
  // The challenge expires without a response; nothing is charged and the donation still waits.
  pass(20)
  await resolveDueAttempts(installation.app)
  await recoverExpiredLeases(installation.app)
  expect((await after(second.body.intentId)).body).toMatchObject({ status: 'declined' })
  expect(await donation(id)).toMatchObject({ state: 'ACTION_REQUIRED' })
  const third = await pay()
  await answerBank(third.body.challenge?.url, 'approve')
  expect((await after(third.body.intentId)).body.status).toBe('paid')
  await work()
  expect(charges(id)).toHaveLength(1)
})

test('a link opens only payments of its subscription, and only waiting donations', async () => {
  const [one, other] = [await waiting(), await waiting()]
  const { body } = await other.pay()
  expect((await one.after(body.intentId)).status).toBe(404)
  expect((await one.after('nonsense')).status).toBe(400)
  expect((await post('/v4/subscription-links/pay', { token: one.token, key: '2026-12-04' })).body.code).toBe(
    'donation-not-open',
  )
  setClock('2026-12-04T09:00:01Z')
  expect((await one.pay()).status).toBe(404)
  const signedIn = await freshViewer(one.viewer.accountId)
  expect((await post(`/v4/subscriptions/${one.id}/donations/${key}/pay`, {}, signedIn.token)).body.code).toBe(
    'donation-not-open',
  )
})

/** Fields of a donor who covers the zakat fee, so that more is charged than donation and tip. */
const coveringZakat = async () => ({
  isZakat: true,
  maximizeZakat: true,
  tipAmount: 100,
  causes: [
    {
      campaignId: String((await aCampaign(installation.app, { ends_at: null, zakat_verified: true })).id),
      share: 10_000,
    },
  ],
})
const shown = async (token: string, id = key) =>
  (
    (
      await installation.fastify.inject({ url: `/v4/subscription-links/donations?token=${token}&key=${id}` })
    ).json() as {
      charge: Charge
    }
  ).charge

test('a waiting donation shows the exact charge with the covered fee (payments-13)', async () => {
  const { id, token, after } = await waiting(await coveringZakat())
  const charge = await shown(token)
  expect(charge).toMatchObject({ donations: [{ key, gift: 1000 }], gift: 1000, tip: 100, coveredFee: 45, total: 1145 })
  const { body } = await post('/v4/subscription-links/pay', { token, key, quoteHash: charge.quoteHash })
  await answerBank(body.challenge?.url, 'approve')
  expect((await after(body.intentId)).body.status).toBe('paid')
  expect(charges(id).map(({ amount }) => amount)).toEqual([charge.total])
})

test('shows donations that wait together as one payment', async () => {
  setClock('2026-11-25T12:00:00Z')
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
    cardToken: asking,
  })
  const { id } = subscription.subscription
  // No job ran on the day before.
  setClock('2026-11-27T10:00:00Z')
  await work()
  const { token } = await freshViewer(subscription.viewer.accountId)
  const { body } = await get<{ failed: { charge: Charge }; occurrences: { charge: Charge | null }[] }>(
    `/v4/subscriptions/${id}`,
    token,
  )
  const { charge } = body.failed
  expect(charge).toMatchObject({ donations: [{ key: '2026-11-26' }, { key: '2026-11-27' }], gift: 1000, total: 1000 })
  // The list shows the same amounts; future donations have no charge yet.
  expect(body.occurrences.map(({ charge }) => charge?.total ?? null).slice(0, 3)).toEqual([1000, 1000, null])
  const response = await post(
    `/v4/subscriptions/${id}/donations/2026-11-27/pay`,
    { quoteHash: charge.quoteHash },
    token,
  )
  await answerBank(response.body.challenge?.url, 'approve')
  expect((await post(`/v4/subscriptions/${id}/payments/${response.body.intentId}`, {}, token)).body.status).toBe('paid')
  expect(charges(id).map(({ amount }) => amount)).toEqual([charge.total])
})

test('a request with an outdated total charges nothing, returns the new one, and the donation waits', async () => {
  const { id, token, pay } = await waiting(await coveringZakat())
  const before = await shown(token)
  // The operator no longer asks donors to cover the fee.
  await flagsServer.setFlag(installation.app, 'zakat-variant', 'default')
  const submit = (quoteHash: string) => post('/v4/subscription-links/pay', { token, key, quoteHash })
  const refused = await submit(before.quoteHash)
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'quote-changed', charge: { coveredFee: 0, total: 1100 } },
  })
  expect(await donation(id)).toMatchObject({
    state: 'ACTION_REQUIRED',
    actionDeadline: new Date('2026-12-04T09:00:00Z'),
  })
  expect(charges(id)).toEqual([])
  const response = await submit((await shown(token)).quoteHash)
  expect(response.body.status).toBe('challenge')
  await flagsServer.setFlag(installation.app, 'zakat-variant', 'maximize')
  // The open challenge keeps its amount, which the page shows.
  expect((await shown(token)).total).toBe(1100)
  expect((await submit(before.quoteHash)).body.code).toBe('quote-changed')
  expect((await pay()).body).toMatchObject({ status: 'challenge', intentId: response.body.intentId })
})

test('a refused payment of a failed donation leaves it failed and counted once', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
    cardToken: failing,
  })
  const { id } = subscription.subscription
  for (const hour of ['09', '15']) {
    setClock(`2026-11-21T${hour}:00:00Z`)
    await work()
  }
  const { token } = await freshViewer(subscription.viewer.accountId)
  const [state, failures] = [
    (await donation(id, '2026-11-21')).state,
    (await findSubscription(installation.app.db, id))!.failures,
  ]
  expect([state, failures]).toEqual(['FAILED', 1])
  const { status, body } = await post(`/v4/subscriptions/${id}/donations/2026-11-21/pay`, { quoteHash: '' }, token)
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'quote-changed' })
  expect(await donation(id, '2026-11-21')).toMatchObject({ state: 'FAILED', actionDeadline: null })
  expect((await findSubscription(installation.app.db, id))!.failures).toBe(1)
  expect(charges(id)).toEqual([])
})

test('concurrent requests ask the bank once', async () => {
  const { id, pay, after } = await waiting({ cardToken: asking })
  const responses = await Promise.all(Array.from({ length: 6 }, pay))
  const request = responses.filter(({ body }) => body.status === 'challenge')
  expect(new Set(request.map(({ body }) => body.intentId)).size).toBe(1)
  expect(
    responses.filter(({ status }) => status !== 200).every(({ body }) => body.code === 'attempt-in-progress'),
  ).toBe(true)
  await answerBank(request[0]!.body.challenge?.url, 'approve')
  await Promise.all([after(request[0]!.body.intentId), pay(), chargeDue(installation.app)])
  await work()
  expect(charges(id)).toHaveLength(1)
})

test('a donation waiting for a retry can be paid by hand and is then not retried', async () => {
  const subscription = await aSubscription(installation.app, { cardToken: failing })
  const { id } = subscription.subscription
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect(await donation(id)).toMatchObject({ state: 'SCHEDULED', retries: 1 })
  const { token, viewer } = await freshViewer(subscription.viewer.accountId)
  const pay = () => post(`/v4/subscriptions/${id}/donations/${key}/pay`, {}, token)
  const { dueAt } = await donation(id)
  expect((await pay()).status).toBe(402)
  expect(await donation(id)).toMatchObject({ state: 'SCHEDULED', dueAt, actionDeadline: null, chargeId: null })
  const card = await aProvenCard(installation.app, viewer, 'pm_card_visa')
  const { version } = (await findSubscription(installation.app.db, id))!
  await changePlan(installation.app, viewer, aRequestContext(), { subscriptionId: id, version, cardId: card.id })
  expect((await pay()).body).toMatchObject({ status: 'paid' })
  setClock('2026-11-28T09:00:00Z')
  await work()
  expect(charges(id)).toHaveLength(1)
})

test('another decline changes nothing; another card pays the donation and resumes the plan', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
    cardToken: failing,
  })
  const { id } = subscription.subscription
  for (let day = 21; day <= 27; day++)
    for (const hour of ['09', '15']) {
      setClock(`2026-11-${day}T${hour}:00:00Z`)
      await work()
    }
  expect(await findSubscription(installation.app.db, id)).toMatchObject({
    state: 'paused',
    reason: 'failures',
    failures: 7,
  })
  const { token, viewer } = await freshViewer(subscription.viewer.accountId)
  const pay = (which = key) => post(`/v4/subscriptions/${id}/donations/${which}/pay`, {}, token)
  expect(await pay()).toMatchObject({ status: 402, body: { code: 'payment-declined' } })
  expect(await donation(id)).toMatchObject({ state: 'FAILED' })
  expect(await findSubscription(installation.app.db, id)).toMatchObject({ state: 'paused', failures: 7 })
  // A new card in a paused plan doesn't reopen old failures; the donor pays one by hand.
  const good = await aProvenCard(installation.app, viewer, 'pm_card_visa')
  await installation.app.write((tx) =>
    tx.updateTable('subscriptions.subscription').set({ card_id: good.id }).where('id', '=', id).execute(),
  )
  expect((await pay()).body).toMatchObject({ status: 'paid' })
  await work()
  expect(await donation(id)).toMatchObject({ state: 'SUCCEEDED' })
  expect(await findSubscription(installation.app.db, id)).toMatchObject({ state: 'active', reason: null, failures: 0 })
  expect(charges(id)).toHaveLength(1)
  expect(await troubles()).toEqual([])
})

test('a process killed during a donor’s payment leaves one charge or none, and never charges later', async () => {
  for (const place of ['before_provider', 'after_provider', 'after_commit']) {
    const { id, pay } = await waiting({ cardToken: asking })
    const good = await aProvenCard(
      installation.app,
      (await freshViewer((await findSubscription(installation.app.db, id))!.accountId!)).viewer,
      'pm_card_visa',
    )
    await installation.app.write((tx) =>
      tx.updateTable('subscriptions.subscription').set({ card_id: good.id }).where('id', '=', id).execute(),
    )
    crashAt = place
    expect((await pay()).status).toBe(place === 'before_provider' ? 500 : 202)
    crashAt = undefined
    for (let step = 1; step <= 20; step++) {
      pass(1)
      await resolveDueAttempts(installation.app)
      await recoverExpiredLeases(installation.app)
      await work()
    }
    const isMade = place !== 'before_provider'
    expect([place, charges(id).length]).toEqual([place, isMade ? 1 : 0])
    expect((await donation(id)).state).toBe(isMade ? 'SUCCEEDED' : 'ACTION_REQUIRED')
    if (!isMade) expect((await pay()).body.status).toBe('paid')
  }
  expect(await troubles()).toEqual([])
})

test('an old link can’t pay a cancelled donation', async () => {
  const { id, token, pay } = await waiting()
  expect((await post('/v4/subscription-links/cancel', { token })).status).toBe(200)
  expect((await donation(id)).state).toBe('CANCELLED')
  expect((await pay()).body.code).toBe('donation-not-open')
})
