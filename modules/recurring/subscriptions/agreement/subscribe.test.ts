import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { subscriptionsOf } from './subscription-queries.ts'
import { aPlanRequest, programmePlans } from '../testing.ts'

let installation: TestApp
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true })
})
afterAll(() => installation.close())

/** Creates a donor with a card at the last step; each request sends the form's current values with the page's key. */
async function aDonorAtTheLastStep() {
  const { viewer } = await aSession(installation.app)
  const card = await aProvenCard(installation.app, viewer, 'pm_card_visa')
  const causes = [{ campaignId: String((await aCampaign(installation.app, { ends_at: null })).id), share: 10_000 }]
  const { token } = await openSession(installation.app, aRequestContext(), viewer.accountId)
  const submit = async (key: string | undefined, over: object = {}) => {
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: '/v4/subscriptions',
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload: { ...aPlanRequest({ givingPlanId: programmePlans.FridayGivers, cardId: card.id }), causes, ...over },
    })
    return {
      status: answer.statusCode,
      body: answer.json() as {
        id: string
        code: string
        donationAmount: number
        subscriptionId?: string
        duplicateOf?: string
      },
    }
  }
  return { submit, subscriptions: () => subscriptionsOf(installation.app.db, viewer.accountId) }
}

test('repeated requests start one plan; the same key with another body is refused and names the plan [payments-1] [payments-2]', async () => {
  const { submit, subscriptions } = await aDonorAtTheLastStep()
  const [first] = await Promise.all([submit('page'), submit('page'), submit('page')])
  expect(first).toMatchObject({ status: 200, body: { donationAmount: 1000 } })
  expect((await submit('page')).body.id).toBe(first.body.id)
  const other = await submit('page', { donationAmount: 500 })
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency-key-reused', subscriptionId: first.body.id } })
  expect(await subscriptions()).toMatchObject([{ id: first.body.id }])
})

test('two concurrent requests with one key start one plan, and the second gets its id', async () => {
  const { submit, subscriptions } = await aDonorAtTheLastStep()
  const responses = await Promise.all([submit('page'), submit('page', { donationAmount: 500 })])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  const plans = await subscriptions()
  expect(plans).toHaveLength(1)
  expect(responses.map(({ body }) => body.subscriptionId ?? body.id)).toEqual([plans[0]!.id, plans[0]!.id])
})

test('refuses a missing, empty or overlong key', async () => {
  const { submit, subscriptions } = await aDonorAtTheLastStep()
  expect(await submit(undefined)).toMatchObject({ status: 400, body: { code: 'idempotency-key-missing' } })
  expect(await submit('')).toMatchObject({ status: 400, body: { code: 'idempotency-key-missing' } })
  expect(await submit('k'.repeat(256))).toMatchObject({ status: 400, body: { code: 'idempotency-key-too-long' } })
  expect(await subscriptions()).toEqual([])
})

test('two tabs start one plan; the second is asked, and its yes starts one more (recurring-33)', async () => {
  const { submit, subscriptions } = await aDonorAtTheLastStep()
  const tabs = await Promise.all(['a', 'b', 'c', 'd'].map((key) => submit(key)))
  expect(tabs.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  const { id } = tabs.find(({ status }) => status === 200)!.body
  const refused = tabs.find(({ status }) => status === 409)!
  expect(refused.body).toMatchObject({ code: 'duplicate-plan', duplicateOf: id })
  expect(await subscriptions()).toMatchObject([{ id }])
  const confirmed = await Promise.all(['e', 'f', 'g'].map((key) => submit(key, { repeatOf: id })))
  expect(confirmed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(await subscriptions()).toHaveLength(2)
  // The same request under its own key gets its response and isn't asked.
  expect((await submit('a')).status).not.toBe(500)
  expect((await submit('h', { donationAmount: 700 })).status).toBe(200)
})

test('a plan that has ended, or started more than 15 minutes ago, starts again without a question', async () => {
  const { submit, subscriptions } = await aDonorAtTheLastStep()
  const { id } = (await submit('first')).body
  await installation.app.db
    .updateTable('subscriptions.subscription')
    .set({ state: 'cancelled', reason: 'donor', closed_at: installation.app.clock() })
    .where('id', '=', id)
    .execute()
  expect((await submit('second')).status).toBe(200)
  expect((await submit('third')).status).toBe(409)
  await sql`update subscriptions.recent_start set started_at = started_at - interval '16 minutes'`.execute(
    installation.app.db,
  )
  expect((await submit('third')).status).toBe(200)
  expect(await subscriptions()).toHaveLength(3)
})
