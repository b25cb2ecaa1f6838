import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds } from './look-up.ts'
import { reviewReasonOf } from './rules/review-reasons.ts'
import { settleRefund } from './settle-refund.ts'
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

type ManualReview = {
  id: string
  intentId: string
  reason: string
  amount: number
  name: string
  resolvedBy: string | null
  resolvedAt: string | null
  note: string
}

const bank = () => installation.sandbox!.gateway
const sweep = () => sweepRefunds(installation.app, new Date(clock.now().getTime() - 86_400_000))
const listed = (state: 'open' | 'resolved', token = finance) =>
  with_.ask<{ manualReviews: ManualReview[]; canResolve: boolean }>(
    token,
    'GET',
    `/v4/staff/refunds/manual-review?state=${state}`,
  )
const leftOf = async (intentId: string, state: 'open' | 'resolved' = 'open') =>
  (await listed(state)).body.manualReviews.filter((manualReview) => manualReview.intentId === intentId)
const deal = (token: string, id: string, note = 'Compared with the provider.') =>
  with_.ask(token, 'POST', `/v4/staff/refunds/manual-review/${id}/resolve`, { note })
const aDonation = async (over: object = {}) => with_.donation((await aCampaign(installation.app)).id, over)
/** Disputes a payment after a full refund, so that nothing is left to record it against. */
async function somethingLeft() {
  const { intentId } = await aDonation()
  expect((await with_.refund(finance, intentId)).status).toBe(200)
  const { id } = await bank().openDispute(await with_.chargeOf(intentId))
  await sweep()
  return { intentId, disputeId: id }
}

test('a case is listed with its data until a staff member resolves it, once and audited', async () => {
  const { intentId, disputeId } = await somethingLeft()
  await sweep()
  const [manualReview, ...more] = await leftOf(intentId)
  expect(more).toEqual([])
  expect(manualReview).toMatchObject({
    reason: 'refund-nothing-left',
    name: 'Bilal Khan',
    provider: 'sandbox',
    providerRefundId: disputeId,
    currency: 'GBP',
    resolvedAt: null,
  })
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({
    manualReviews: [{ id: manualReview!.id, reason: 'refund-nothing-left' }],
  })
  const other = await with_.staff()
  const responses = await Promise.all([deal(finance, manualReview!.id), deal(other, manualReview!.id)])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await leftOf(intentId)).toEqual([])
  expect(await leftOf(intentId, 'resolved')).toMatchObject([
    { id: manualReview!.id, resolvedBy: 'Farah Finance', note: 'Compared with the provider.' },
  ])
  expect((await entriesAbout(installation.app.db, `intent:${intentId}`, 10)).map(({ act }) => act)).toContain(
    'refunds.review-resolved',
  )
  // A repeated report doesn't queue it again.
  await sweep()
  expect(await leftOf(intentId)).toEqual([])
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({ manualReviews: [] })
})

test('support reads the queue, finance resolves cases, and others are refused', async () => {
  const { intentId } = await somethingLeft()
  const [manualReview] = await leftOf(intentId)
  const support = await with_.staff('support')
  expect((await listed('open', support)).body).toMatchObject({ canResolve: false })
  expect((await listed('open')).body).toMatchObject({ canResolve: true })
  for (const token of [support, await with_.staff('reviewer'), (await aSession(installation.app)).token])
    expect((await deal(token, manualReview!.id)).status).toBe(403)
  for (const token of [await with_.staff('reviewer'), (await aSession(installation.app)).token])
    expect((await listed('open', token)).status).toBe(403)
  expect((await deal(finance, installation.app.newId())).status).toBe(404)
  expect((await deal(finance, 'nonsense')).status).toBe(404)
  expect(await leftOf(intentId)).toHaveLength(1)
  expect((await deal(await with_.staff('admin'), manualReview!.id)).status).toBe(200)
})

test('the database keeps a case’s data unchanged and lets it be resolved once', async () => {
  const { intentId } = await somethingLeft()
  const [manualReview] = await leftOf(intentId)
  const change = (set: object) =>
    installation.app.write((tx) =>
      tx.updateTable('refunds.manual_review').set(set).where('id', '=', manualReview!.id).execute(),
    )
  await expect(change({ amount: 1n })).rejects.toThrow('never change')
  await change({ resolved_at: clock.now() })
  await expect(change({ resolved_at: null })).rejects.toThrow('resolved once')
  await expect(
    installation.app.write((tx) => tx.deleteFrom('refunds.manual_review').where('id', '=', manualReview!.id).execute()),
  ).rejects.toThrow('permission denied')
})

test('a refund that is refused, returned or of another amount is queued for review, once each', async () => {
  const { intentId } = await aDonation()
  await with_.breakNext('flt_timeout_after_charge')
  const refund = (await with_.refund(finance, intentId)).body
  const seen = {
    refundId: 're_other',
    providerIntentId: '',
    reference: refund.id,
    currency: 'GBP' as const,
    failureReason: undefined,
  }
  for (let n = 0; n < 2; n++)
    await settleRefund(installation.app, refund.id, {
      kind: 'created',
      refund: { ...seen, amount: 1n, status: 'succeeded' },
    })
  expect((await leftOf(intentId)).map(({ reason }) => reason)).toEqual(['other-amount'])
  const refused = await aDonation()
  const { id } = (await with_.refund(finance, refused.intentId)).body
  const { provider_refund_id: refundId } = await installation.app.db
    .selectFrom('refunds.refund')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const back = {
    refundId: refundId!,
    providerIntentId: '',
    reference: id,
    amount: 2320n,
    currency: 'GBP' as const,
    failureReason: 'lost_or_stolen_card',
  }
  // Another refund with our metadata and the same amount isn't the requested one.
  const another = await aDonation()
  const body = (await with_.refund(finance, another.intentId)).body
  for (let n = 0; n < 2; n++)
    await settleRefund(installation.app, body.id, {
      kind: 'created',
      refund: { ...back, reference: body.id, refundId: 're_again', status: 'failed' },
    })
  expect((await leftOf(another.intentId)).map(({ reason }) => reason)).toEqual(['other-amount'])
  expect(await with_.stateOf(another.intentId)).toBe('REFUNDED')
  for (let n = 0; n < 2; n++)
    await settleRefund(installation.app, id, { kind: 'created', refund: { ...back, status: 'failed' } })
  for (let n = 0; n < 2; n++)
    await settleRefund(installation.app, id, { kind: 'created', refund: { ...back, status: 'succeeded' } })
  expect((await leftOf(refused.intentId)).map(({ reason }) => reason)).toEqual(['failed', 'refunded-after-failure'])
})

test('a dashboard refund that had failed before its webhook is ignored', async () => {
  const { intentId } = await aDonation()
  const refund = await bank().refund({ charge: await with_.chargeOf(intentId) })
  for (const status of ['failed', 'canceled'] as const) {
    bank().store.save('refund', refund.id, { ...refund, status })
    await sweep()
  }
  expect(
    await installation.app.db.selectFrom('refunds.refund').select('id').where('intent_id', '=', intentId).execute(),
  ).toEqual([])
  expect([await with_.stateOf(intentId), await leftOf(intentId)]).toEqual(['SUCCEEDED', []])
})

test('a refusal reported after the refund was made changes nothing and needs no review', async () => {
  const { intentId } = await aDonation()
  const { id } = (await with_.refund(finance, intentId)).body
  await settleRefund(installation.app, id, { kind: 'refused', code: 'charge_already_refunded' })
  expect(
    await installation.app.db.selectFrom('refunds.refund').select('state').where('id', '=', id).executeTakeFirst(),
  ).toEqual({ state: 'succeeded' })
  expect([await with_.stateOf(intentId), await leftOf(intentId)]).toEqual(['REFUNDED', []])
})

test('a case that an open dispute blocked is recorded when the dispute is won, and needs no review', async () => {
  const { intentId } = await aDonation()
  const charge = await with_.chargeOf(intentId)
  const first = await bank().openDispute(charge)
  await sweep()
  const second = { ...first, id: 'dp_second', amount: 320, balance_transactions: [] }
  bank().store.save('dispute', second.id, second)
  await sweep()
  expect((await leftOf(intentId)).map(({ reason, amount }) => [reason, amount])).toEqual([['refund-disputed', 320]])
  await bank().closeDispute(first.id, 'won')
  await sweep()
  await sweep()
  expect(await leftOf(intentId)).toEqual([])
  expect(await leftOf(intentId, 'resolved')).toMatchObject([{ resolvedBy: null }])
  expect(
    await installation.app.db
      .selectFrom('refunds.refund')
      .select(['state', 'amount'])
      .where('intent_id', '=', intentId)
      .orderBy('amount', 'desc')
      .execute(),
  ).toEqual([
    { state: 'canceled', amount: 2320n },
    { state: 'pending', amount: 320n },
  ])
})

test('a refund without an outcome for a day is queued for review', async () => {
  const { intentId } = await aDonation()
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === 'before_refund' ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  await with_.refund(finance, intentId)
  Object.assign(installation.app, { failpoint: () => Promise.resolve() })
  const { refunds } = installation.app.providers.first
  const away = { ...refunds, listForIntent: () => Promise.reject(new Error('away')) }
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...installation.app.providers.first, refunds: away }]),
  })
  for (let n = 0; n < 40; n++) {
    clock.move({ days: 1 })
    await resolveDueRefunds(installation.app)
  }
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...installation.app.providers.first, refunds }]),
  })
  finance = await with_.staff()
  expect((await leftOf(intentId)).map(({ reason }) => reason)).toEqual(['unknown'])
})

test('a reason without its own text uses the general one', () => {
  expect([reviewReasonOf('refund-exceeds'), reviewReasonOf('not-found')]).toEqual(['refund-exceeds', 'other'])
})

test('of two workers with the same webhook one records it, and the other queues nothing', async () => {
  for (const goesBack of [
    async (charge: string) => void (await bank().openDispute(charge)),
    async (charge: string) => void (await bank().refund({ charge })),
  ]) {
    const { intentId } = await aDonation()
    await goesBack(await with_.chargeOf(intentId))
    // The second worker has read the bank and not found the refund here. Before it writes, the first one has written
    // everything.
    let first: Promise<number> | undefined
    const write: typeof installation.app.write = async (work) => {
      await (first ??= sweepRefunds(installation.app, new Date(0)))
      return installation.app.write(work)
    }
    await sweepRefunds({ ...installation.app, write }, new Date(0))
    expect(await first).toBeGreaterThan(0)
    const refunds = await installation.app.db
      .selectFrom('refunds.refund')
      .select('id')
      .where('intent_id', '=', intentId)
      .execute()
    expect([refunds.length, await leftOf(intentId)]).toEqual([1, []])
  }
})
