import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { taskList } from '#server/jobs/jobs.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { queueForReview } from './manual-review/queue-for-review.ts'
import { sweepRefunds } from './look-up.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let finance: string
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  with_ = refundHelpers(installation)
  finance = await with_.staff()
})
afterAll(() => installation.close())

const bank = () => installation.sandbox!.gateway
const sweep = () => taskList(installation.app)['giving:sweep_charges']()
type ManualReview = {
  id: string
  intentId: string | null
  campaign: string | null
  reason: string
  amount: number
  currency: string
  providerRefundId: string
}
const open = async () =>
  (await with_.ask<{ manualReviews: ManualReview[] }>(finance, 'GET', '/v4/staff/refunds/manual-review?state=open'))
    .body.manualReviews
const resolveReview = (id: string) =>
  with_.ask(finance, 'POST', `/v4/staff/refunds/manual-review/${id}/resolve`, { note: 'Refunded at the provider.' })
const intentIn = async (state: 'INTEGRITY_FAILURE' | 'UNKNOWN') =>
  (
    await installation.app.db
      .selectFrom('payments.attempt')
      .select('intent_id')
      .where('state', '=', state)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).intent_id

/** Creates a charge at the bank that we didn't request. */
async function foreignCharge(metadata: Record<string, string>) {
  const fields = Object.fromEntries(Object.entries(metadata))
  const intent = bank().createIntent({ amount: '1500', currency: 'gbp', capture_method: 'automatic', metadata: fields })
  const paymentIntent = await bank().confirm(intent.id, { payment_method: 'pm_card_visa' }, null, 'never' as never)
  return paymentIntent.latest_charge as string
}

test('our charge without a payment is queued once and resolved, and other products’ are ignored [payments-11]', async () => {
  // Moved back, because the database's clock measures how long a case has waited.
  clock.move({ days: -5 })
  const lost = await foreignCharge({ campaign: '7' })
  const other = await foreignCharge({ shop: 'books' })
  await sweep()
  await sweep()
  const manualReviews = await open()
  expect(manualReviews.filter(({ providerRefundId }) => providerRefundId === lost)).toMatchObject([
    { reason: 'charge-no-payment', intentId: null, campaign: null, amount: 1500, currency: 'GBP' },
  ])
  expect(manualReviews.map(({ providerRefundId }) => providerRefundId)).not.toContain(other)
  const waiting = async () =>
    (await verifyLedger(installation.database.ownerUrl, undefined)).find(({ title }) => title.startsWith('Q8'))!.rows
  expect(await waiting()).toContainEqual(expect.objectContaining({ what: 'manual review' }))
  expect(
    (await resolveReview(manualReviews.find(({ providerRefundId }) => providerRefundId === lost)!.id)).status,
  ).toBe(200)
  expect((await open()).map(({ providerRefundId }) => providerRefundId)).not.toContain(lost)
  expect(await waiting()).not.toContainEqual(expect.objectContaining({ what: 'manual review' }))
})

test('a payment with another amount than agreed is queued, and a second sweep adds nothing [payments-5]', async () => {
  const gateway = installation.app.providers.first
  const createIntent: typeof gateway.createIntent = (input) =>
    gateway.createIntent({ ...input, metadata: { ...input.metadata, sandbox_fault: 'flt_amount_mismatch' } })
  Object.assign(installation.app, { providers: createPaymentProviders([{ ...gateway, createIntent }]) })
  await expect(with_.donation((await aCampaign(installation.app)).id)).rejects.toThrow('not paid')
  Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  const intentId = await intentIn('INTEGRITY_FAILURE')
  await sweep()
  await sweep()
  const manualReviews = (await open()).filter((manualReview) => manualReview.intentId === intentId)
  expect(manualReviews).toMatchObject([{ reason: 'charge-other-amount', campaign: null, amount: 2320 }])
  expect((await resolveReview(manualReviews[0]!.id)).status).toBe(200)
  await sweep()
  expect((await open()).filter((manualReview) => manualReview.intentId === intentId)).toEqual([])
})

/** Donates without handling the events, so that totals and receipts are pending. */
async function responses(card: string) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${(await aCampaign(installation.app)).id}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': installation.app.newId(),
      'session-id': installation.app.newId(),
    },
    payload: { amount: '23.20', currency: 'GBP', tokens: [{ type: 'card', token: card }] },
  })
  const { intentId } = answer.json<{ result: { intentId: string } }>().result
  return { status: answer.statusCode, intentId }
}

test('a charge for a payment declined here is queued once, and is neither donation nor booked [payments-11]', async () => {
  const { status, intentId } = await responses('pm_card_visa_chargeDeclined')
  expect(status).toBe(402)
  const providerIntentId = await with_.providerIdOf(intentId)
  const gateway = installation.app.providers.first
  const charge = {
    provider: gateway.name,
    providerIntentId,
    chargeId: 'ch_after_all',
    amount: 2320n,
    currency: 'GBP' as const,
    createdAt: clock.now(),
    metadata: { campaign: '7' },
  }
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...gateway, chargesSince: async () => [charge] }]),
  })
  await sweep()
  await sweep()
  Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  expect((await open()).filter((manualReview) => manualReview.intentId === intentId)).toMatchObject([
    { reason: 'charge-declined-here', amount: 2320, currency: 'GBP', providerRefundId: 'ch_after_all' },
  ])
  expect(
    await installation.app.db.selectFrom('giving.donation').select('id').where('intent_id', '=', intentId).execute(),
  ).toEqual([])
})

test('a donation’s events are handled before those of its refund, whatever its origin (refunds-9)', async () => {
  const { status, intentId } = await responses('pm_card_visa')
  expect(status).toBe(200)
  expect(await with_.refund(finance, intentId)).toMatchObject({ status: 409, body: { code: 'refund-too-early' } })
  const refunds = () =>
    installation.app.db
      .selectFrom('refunds.refund')
      .select(['origin', 'state', 'amount'])
      .where('intent_id', '=', intentId)
      .execute()
  await bank().refund({ charge: await with_.chargeOf(intentId), amount: '320' })
  await sweepRefunds(installation.app, new Date(0))
  expect([await refunds(), (await open()).filter((manualReview) => manualReview.intentId === intentId)]).toEqual([
    [],
    [],
  ])
  await drainOutbox(installation.app)
  await sweepRefunds(installation.app, new Date(0))
  expect(await refunds()).toMatchObject([{ origin: 'provider', amount: 320n }])
})

test('a payment unknown for a day is queued until its outcome is found [payments-4]', async () => {
  const gateway = installation.app.providers.first
  const unheard: typeof gateway.confirm = async (input) => {
    await gateway.confirm(input)
    return { kind: 'unknown', reason: 'no answer' }
  }
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...gateway, confirm: unheard, chargesSince: async () => [] }]),
  })
  await expect(with_.donation((await aCampaign(installation.app)).id)).rejects.toThrow('not paid')
  const intentId = await intentIn('UNKNOWN')
  const waiting = async () => (await open()).filter((manualReview) => manualReview.intentId === intentId)
  await sweep()
  expect(await waiting()).toEqual([])
  // The state after a day of look-ups without a response.
  await installation.app.write((tx) =>
    tx.updateTable('payments.attempt').set({ next_lookup_at: null }).where('intent_id', '=', intentId).execute(),
  )
  await sweep()
  expect(await waiting()).toMatchObject([{ reason: 'payment-unknown', amount: 2320 }])
  Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  await sweep()
  expect(await with_.stateOf(intentId)).toBe('SUCCEEDED')
  expect(await waiting()).toEqual([])
})

test('a charge whose payment is recorded later, as after a restored backup, is resolved automatically', async () => {
  const { intentId } = await with_.donation((await aCampaign(installation.app)).id)
  const remainder = {
    intentId: null,
    provider: 'sandbox',
    providerRefundId: await with_.chargeOf(intentId),
    amount: 2320n,
    currency: 'GBP' as const,
    reason: 'charge-no-payment' as const,
  }
  await installation.app.write((tx) => queueForReview(installation.app, tx, remainder))
  expect((await open()).map(({ providerRefundId }) => providerRefundId)).toContain(remainder.providerRefundId)
  await sweep()
  expect((await open()).map(({ providerRefundId }) => providerRefundId)).not.toContain(remainder.providerRefundId)
})

test('the nightly comparison finds a recent charge of another amount than booked', async () => {
  const { intentId } = await with_.donation((await aCampaign(installation.app)).id)
  const charge = await with_.chargeOf(intentId)
  const gateway = installation.app.providers.first
  const chargesSince: typeof gateway.chargesSince = async (since) =>
    (await gateway.chargesSince(since)).map((providerCharge) =>
      providerCharge.chargeId === charge ? { ...providerCharge, amount: providerCharge.amount + 100n } : providerCharge,
    )
  Object.assign(installation.app, { providers: createPaymentProviders([{ ...gateway, chargesSince }]) })
  await taskList(installation.app)['giving:compare_charges']()
  Object.assign(installation.app, { providers: createPaymentProviders([gateway]) })
  expect((await open()).filter((manualReview) => manualReview.intentId === intentId)).toMatchObject([
    { reason: 'charge-other-amount', providerRefundId: charge, amount: 2420 },
  ])
})
