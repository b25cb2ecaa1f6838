import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { expireOrders } from './expire-orders.ts'
import { resolveDueAttempts } from './resolve.ts'
import { handleWebhooks } from './webhook.ts'

let installation: TestApp
let campaignId: string
let ahead = 0
let failpoint: (name: string) => Promise<void> = () => Promise.resolve()
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: () => new Date(Date.parse('2026-11-21T12:00:00Z') + ahead),
  })
  Object.assign(installation.app, { failpoint: (name: string) => failpoint(name) })
  campaignId = String((await aCampaign(installation.app)).id)
})
afterAll(async () => {
  const findings = await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)
  expect(findings.filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))).toEqual([])
  await installation.close()
})

const card = { good: 'pm_card_visa', bad: 'pm_card_visa_chargeDeclined' }
let visits = 0

/** Creates a visit whose first card was declined. */
async function aDeclinedDonation() {
  const visit = (visits += 1)
  const submit = async (token: string, over: object = {}, key = `${visit}-${token}`) => {
    const answer = await installation.fastify.inject({
      method: 'POST',
      url: `/api/donate/donate/${campaignId}`,
      remoteAddress: `192.0.2.${visit}`,
      headers: { 'content-type': 'application/json', 'idempotency-key': key, 'session-id': `visit ${visit}` },
      payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token }], ...over },
    })
    const body = answer.json() as {
      result: { code?: string; intentId: string; canTryAgain?: boolean; status?: string }
    }
    return { status: answer.statusCode, ...body.result }
  }
  const { intentId } = await submit(card.bad)
  const again = (token = card.good) => submit(token, { intentId }, `${visit}-again`)
  const otherwise = (over: object) => submit(card.good, { intentId, ...over }, `${visit}-otherwise`)
  const charges = () =>
    [...installation.sandbox!.gateway.store.truth.values()].filter(
      ({ payment_intent }) => payment_intent === providerIntentId,
    ).length
  const stored = async () =>
    installation.app.db
      .selectFrom('payments.intent')
      .select(['state', 'provider_intent_id as providerIntentId'])
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow()
  const { providerIntentId } = await stored()
  const atProvider = () => installation.sandbox!.gateway.intent(providerIntentId).object.status
  const donations = async () =>
    (await installation.app.db.selectFrom('giving.donation').select('id').where('intent_id', '=', intentId).execute())
      .length
  return { intentId, again, otherwise, charges, atProvider, stored, donations }
}

test('a retry of another donor’s payment, of another amount or of a paid one is refused', async () => {
  const [theirs, own] = [await aDeclinedDonation(), await aDeclinedDonation()]
  expect(await own.otherwise({ intentId: theirs.intentId })).toMatchObject({ status: 409, code: 'donation-not-open' })
  expect(await own.otherwise({ amount: '30' })).toMatchObject({ status: 409, code: 'donation-not-open' })
  expect([theirs.charges(), own.charges(), (await theirs.stored()).state, (await own.stored()).state]).toEqual([
    0,
    0,
    'CREATED',
    'CREATED',
  ])
  expect(await theirs.again()).toMatchObject({ status: 'succeeded' })
  expect(await theirs.otherwise({})).toMatchObject({ status: 409, code: 'donation-not-open' })
  expect([theirs.charges(), own.charges()]).toEqual([1, 0])
})

test('two concurrent retries with other cards charge one of them', async () => {
  const { again, otherwise, charges, donations } = await aDeclinedDonation()
  const answers = await Promise.all([again(), otherwise({})])
  expect(answers.filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  expect([charges(), await donations()]).toEqual([1, 1])
})

test('a declined payment can be retried until its timeout and is then cancelled at the provider', async () => {
  const [soon, late] = [await aDeclinedDonation(), await aDeclinedDonation()]
  ahead += 29 * 60_000
  await expireOrders(installation.app)
  expect(await soon.again()).toMatchObject({ status: 'succeeded' })
  ahead += 2 * 60_000
  await expireOrders(installation.app)
  expect([(await late.stored()).state, late.atProvider(), (await soon.stored()).state]).toEqual([
    'EXPIRED',
    'canceled',
    'SUCCEEDED',
  ])
  expect(await late.again()).toMatchObject({ status: 409, code: 'donation-not-open' })
  expect(late.charges()).toBe(0)
})

async function crashing<T>(place: string, asking: () => Promise<T>): Promise<T> {
  failpoint = (name) => (name === place ? Promise.reject(new Error('the process is gone')) : Promise.resolve())
  try {
    return await asking()
  } finally {
    failpoint = () => Promise.resolve()
  }
}

test('the first card’s decline isn’t taken for the second’s, which is cancelled at the provider [payments-4]', async () => {
  const { again, charges, atProvider, stored } = await aDeclinedDonation()
  expect((await crashing('before_provider', again)).status).toBe(500)
  ahead += 20_000
  await Promise.all([resolveDueAttempts(installation.app), resolveDueAttempts(installation.app)])
  expect([charges(), atProvider(), (await stored()).state]).toEqual([0, 'canceled', 'FAILED'])
  expect(await again()).toMatchObject({ status: 402, code: 'payment-not-made', canTryAgain: false })
})

test('a second card whose request times out is charged and recorded, or neither [payments-4]', async () => {
  const { again, charges, stored, donations } = await aDeclinedDonation()
  let resume = () => undefined as void
  const isAsking = new Promise<void>((asking) => {
    failpoint = (name) =>
      name === 'before_provider'
        ? new Promise((resolve) => {
            resume = resolve
            asking()
          })
        : Promise.resolve()
  })
  const answered = again()
  await isAsking
  failpoint = () => Promise.resolve()
  ahead += 20_000
  await resolveDueAttempts(installation.app)
  resume()
  await answered
  ahead += 60_000
  await resolveDueAttempts(installation.app)
  expect([charges(), await donations()]).toEqual([0, 0])
  expect((await stored()).state).toBe('FAILED')
})

test('a repeated request after a crash charges the second card once and returns its outcome', async () => {
  const lost = await aDeclinedDonation()
  await crashing('before_provider', lost.again)
  ahead += 20_000
  expect(await lost.again()).toMatchObject({ status: 'succeeded' })
  expect(await lost.again()).toMatchObject({ status: 'succeeded' })
  expect([lost.charges(), await lost.donations()]).toEqual([1, 1])

  const refused = await aDeclinedDonation()
  await crashing('after_provider', () => refused.again('pm_card_visa_chargeDeclinedInsufficientFunds'))
  ahead += 20_000
  expect(await refused.again('pm_card_visa_chargeDeclinedInsufficientFunds')).toMatchObject({
    status: 402,
    code: 'payment-declined',
    canTryAgain: true,
  })
  expect(refused.charges()).toBe(0)
})

test('a look-up finds the second card’s charge', async () => {
  const { again, charges, donations } = await aDeclinedDonation()
  await crashing('after_provider', again)
  ahead += 20_000
  await handleWebhooks(installation.app)
  await resolveDueAttempts(installation.app)
  await drainOutbox(installation.app)
  expect([charges(), await donations()]).toEqual([1, 1])
})
