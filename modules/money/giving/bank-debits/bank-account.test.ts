import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aCard } from '#modules/money/cards/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { deliverMails } from '#modules/platform/notifications/deliver-mails.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { findAttemptByProviderIntent, recordWebhook } from '#modules/money/payments/index.ts'
import { resolveDueAttempts } from '../payment/resolve.ts'
import { handleWebhooks } from '../payment/webhook.ts'

let installation: TestApp
const clock = manualClock()
let dollars: string
let pounds: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now, environment: { DEFAULT_COUNTRY: 'US' } })
  dollars = String((await aCampaign(installation.app, { currency: 'USD' })).id)
  pounds = String((await aCampaign(installation.app)).id)
})
afterAll(() => installation.close())

let keys = 0
async function give(campaignId: string, payload: object, authorization?: string) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    remoteAddress: `192.0.2.${(keys += 1)}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `bank-${keys}`,
      ...(authorization ? { authorization } : {}),
    },
    payload: {
      amount: '100',
      currency: campaignId === dollars ? 'USD' : 'GBP',
      guest: { email: `donor-${keys}@example.org`, name: 'Layla' },
      ...payload,
    },
  })
  return {
    status: answer.statusCode,
    body: answer.json() as { result: { code?: string; status?: string; fields?: Record<string, string> } },
  }
}
const charges = () => [...installation.sandbox!.gateway.store.truth.values()]
const bankAccount = () =>
  installation.sandbox!.gateway.wallet.create({
    type: 'us_bank_account',
    us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
  }).id

test('a card sent as a bank account isn’t charged, because its fee would be wrong [S2 §9]', async () => {
  const { token, viewer } = await aSession(installation.app)
  const saved = await aCard(installation.app, viewer)
  const before = charges().length
  const faults = [
    await give(dollars, { paymentMethod: 'ach', tokens: [{ type: 'card', token: 'pm_card_visa' }] }),
    await give(dollars, { paymentMethod: 'ach', cardID: saved.id, tokens: [] }, `Bearer ${token}`),
    await give(pounds, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: bankAccount() }] }),
  ]
  expect(faults.map(({ status, body }) => [status, body.result.fields])).toEqual([
    [400, { tokens: 'Enter your bank account details.' }],
    [400, { tokens: 'Enter your bank account details.' }],
    [400, { paymentMethod: 'This payment method isn’t available here. Please choose another one.' }],
  ])
  // The provider rejects a card sent as a bank account, and the reverse.
  expect((await give(dollars, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: 'pm_card_visa' }] })).status).toBe(
    402,
  )
  expect((await give(dollars, { tokens: [{ type: 'card', token: bankAccount() }] })).status).toBe(402)
  expect(charges()).toHaveLength(before)
})

test('a bank debit has its own fee and counts once the bank has paid', async () => {
  const answer = await give(dollars, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: bankAccount() }] })
  expect([answer.status, answer.body.result.status]).toEqual([202, 'processing'])
  const donations = () =>
    installation.app.db
      .selectFrom('giving.donation')
      .select(['gift', 'processing_fee'])
      .where('payment_method', '=', 'ach')
      .execute()
  expect(await donations()).toEqual([])
  await installation.sandbox!.gateway.settlePending()
  clock.move({ minutes: 11 })
  await resolveDueAttempts(installation.app)
  await drainOutbox(installation.app)
  await deliverMails(installation.app)
  expect(await donations()).toEqual([{ gift: 10_000n, processing_fee: 80n }])
  expect((await verifyLedger(installation.database.ownerUrl, undefined)).filter(({ count }) => count > 0)).toEqual([])
})

test('a debit of unknown outcome is overdue until the bank reports it as pending', async () => {
  await give(dollars, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: bankAccount() }] })
  const { id } = await installation.app.db
    .selectFrom('payments.attempt')
    .select('id')
    .where('method', '=', 'ach')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const put = (processingAt: Date | null) =>
    installation.app.write((tx) =>
      sql`update payments.attempt set state = 'UNKNOWN', processing_at = ${processingAt} where id = ${id}`.execute(tx),
    )
  const later = new Date(clock.now().getTime() + 2 * 3_600_000)
  const overdue = async () =>
    (await verifyLedger(installation.database.ownerUrl, undefined, later))
      .find(({ title }) => title.startsWith('Q8'))!
      .rows.filter((row) => (row as { what: string }).what === 'unknown')
  await put(null)
  expect(await overdue()).toMatchObject([{ id }])
  await put(clock.now())
  expect(await overdue()).toEqual([])
  await installation.sandbox!.gateway.settlePending()
  clock.move({ minutes: 11 })
  await resolveDueAttempts(installation.app)
  await drainOutbox(installation.app)
})

test('a bank’s notice of payment is handled at once, even when many debits are pending', async () => {
  for (let n = 0; n < 2; n++)
    await give(dollars, { paymentMethod: 'ach', tokens: [{ type: 'ach', token: bankAccount() }] })
  const pending = await installation.app.db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('state', '=', 'PROCESSING')
    .execute()
  const intents = pending.map(({ id }) => id)
  expect(intents).toHaveLength(2)
  const tell = (eventId: string, objectId: string) =>
    recordWebhook(installation.app, {
      provider: 'sandbox',
      eventId,
      kind: 'payment_intent.processing',
      objectId,
      at: clock.now(),
    })
  for (let n = 0; n < 50; n++) await tell(`evt_waiting_${n}`, intents[0]!)
  clock.move({ seconds: 1 })
  await tell('evt_unknown', 'pi_unknown')
  // Look-ups are due at once, because the requests that created these debits have ended.
  expect(await handleWebhooks(installation.app)).toBe(50)
  expect(await handleWebhooks(installation.app)).toBe(1)
  // A day later, five minutes before the next look-up.
  await installation.sandbox!.gateway.settlePending()
  await tell('evt_paid', intents[1]!)
  await handleWebhooks(installation.app)
  expect((await findAttemptByProviderIntent(installation.app, 'sandbox', intents[1]!))!.state).toBe('SUCCEEDED')
})
