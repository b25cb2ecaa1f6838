import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { resolveDueRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now, environment: { DEFAULT_COUNTRY: 'US' } })
})
afterAll(() => installation.close())

test('a bank debit is refunded 5 business days after payment, and an earlier request is kept [refunds-10]', async () => {
  const refunds = refundHelpers(installation)
  const finance = await refunds.staff()
  const { id } = await aCampaign(installation.app, { currency: 'USD' })
  const { wallet } = installation.sandbox!.gateway
  const account = { routing_number: '110000000', account_number: '000123456789' }
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${id}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'debit' },
    payload: {
      amount: '100',
      currency: 'USD',
      guest: { email: 'debit@example.org', name: 'Layla' },
      paymentMethod: 'ach',
      tokens: [{ type: 'ach', token: wallet.create({ type: 'us_bank_account', us_bank_account: account }).id }],
    },
  })
  const intentId = (answer.json() as { result: { id: string } }).result.id
  await installation.sandbox!.gateway.settlePending()
  clock.move({ minutes: 11 })
  await resolveDueAttempts(installation.app)
  await drainOutbox(installation.app)

  const response = await refunds.refund(finance, intentId)
  expect(response).toMatchObject({ status: 200, body: { state: 'requested', amount: 10_000 } })
  // The pending refund holds the amount, so it can't be refunded twice.
  expect((await refunds.refund(finance, intentId)).body).toMatchObject({ code: 'refund-nothing-left' })
  // Paid on the Friday before Thanksgiving, so nothing is refunded until the second Monday after it.
  for (let days = 1; days < 10; days += 1) {
    clock.move({ minutes: 60 * 24 })
    await resolveDueRefunds(installation.app)
    expect(await refunds.truth(intentId)).toBe(0)
  }
  clock.move({ minutes: 60 * 24 })
  await resolveDueRefunds(installation.app)
  expect(await refunds.truth(intentId)).toBe(10_000)
  await resolveDueRefunds(installation.app)
  expect(await refunds.truth(intentId)).toBe(10_000)
})
