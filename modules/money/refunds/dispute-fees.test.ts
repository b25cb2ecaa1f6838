import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds, handleRefundWebhooks } from './look-up.ts'
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
const sweep = () => sweepRefunds(installation.app, new Date(clock.now().getTime() - 86_400_000))
/** Disputes the charge at the donor's bank. */
const dispute = async (intentId: string, terms?: Parameters<ReturnType<typeof bank>['openDispute']>[1]) =>
  (await bank().openDispute(await with_.chargeOf(intentId), terms)).id
let notices = 0
/** Sends the same webhook three times. */
async function sendNotice(
  intentId: string,
  kind: 'charge.dispute.created' | 'charge.dispute.closed' | 'charge.dispute.funds_reinstated',
): Promise<void> {
  const objectId = await with_.providerIdOf(intentId)
  const tell = () =>
    recordWebhook(installation.app, {
      provider: 'sandbox',
      eventId: `evt_${(notices += 1)}`,
      kind,
      objectId,
      at: clock.now(),
    })
  await Promise.all([tell(), tell(), tell()])
  await Promise.all([handleRefundWebhooks(installation.app), handleRefundWebhooks(installation.app)])
}
const taken = (intentId: string) =>
  installation.app.db
    .selectFrom('refunds.refund')
    .select(['state', 'amount', 'origin'])
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .execute()

type Books = {
  readonly books: readonly {
    readonly event: string
    readonly account: string
    readonly currency: string
    readonly amount: number
  }[]
}
const entriesOf = async (intentId: string) =>
  (await with_.ask<Books>(finance, 'GET', `/v4/staff/donations/${intentId}`)).body.books
const sumBy = (books: Books['books'], key: (entry: Books['books'][number]) => string) => {
  const sums: Record<string, number> = {}
  for (const entry of books) sums[key(entry)] = (sums[key(entry)] ?? 0) + entry.amount
  return sums
}
/** Returns the ledger's balance of each account of a payment, and of its dispute fees by currency. */
const booksOf = async (intentId: string) => sumBy(await entriesOf(intentId), ({ account }) => account)
const feesOf = async (intentId: string) =>
  sumBy(
    (await entriesOf(intentId)).filter(({ account }) => account === 'dispute_fee_expense'),
    ({ currency }) => currency,
  )
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )

async function aDonation() {
  const campaignId = (await aCampaign(installation.app)).id
  const { token } = await aSession(installation.app)
  const { intentId } = await with_.donation(campaignId, {}, token)
  const raised = async () => (await campaignTotals(installation.app.db, [campaignId]))[0]!.raised
  return { intentId, raised }
}
/** Sets the dispute fees that the sandbox bank charged, for bookings that it has no button for. */
async function reportFees(intentId: string, fees: Record<string, number>): Promise<void> {
  const charge = await with_.chargeOf(intentId)
  bank().store.save('truth', charge, { ...bank().store.truth.get(charge)!, dispute_fees: fees })
}

test('a dispute won before its first webhook is recorded once, and its fee is booked [refunds-4]', async () => {
  const { intentId, raised } = await aDonation()
  const before = await booksOf(intentId)
  await bank().closeDispute(await dispute(intentId), 'won')
  await Promise.all([sweep(), sweep(), sendNotice(intentId, 'charge.dispute.closed')])
  await sweep()
  expect([await with_.stateOf(intentId), await taken(intentId)]).toEqual([
    'DISPUTE_WON',
    [{ origin: 'bank', state: 'canceled', amount: 2320n }],
  ])
  expect(await booksOf(intentId)).toEqual({
    ...before,
    disputes_receivable: 0,
    dispute_fee_expense: 1500,
    provider_clearing: before.provider_clearing! - 1500,
  })
  await with_.drain()
  expect(await raised()).toBe(2000n)
  expect(await troubles()).toEqual([])
})

test('a dispute won before its first webhook cancels no proposed refund', async () => {
  Object.assign(installation.app, { refundReviewAbove: new Map([['GBP', 0n]]) })
  const { intentId } = await aDonation()
  expect((await with_.refund(finance, intentId)).body.state).toBe('proposed')
  await bank().closeDispute(await dispute(intentId), 'won')
  await sweep()
  Object.assign(installation.app, { refundReviewAbove: undefined })
  expect(await taken(intentId)).toEqual([{ origin: 'staff', state: 'proposed', amount: 2320n }])
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
  expect(await troubles()).toEqual([])
})

test('a won dispute and a full refund in the dashboard book the fee and need no review', async () => {
  const { intentId } = await aDonation()
  await bank().closeDispute(await dispute(intentId), 'won')
  await bank().refund({ payment_intent: await with_.providerIdOf(intentId) })
  await sweep()
  await sweep()
  await with_.drain()
  expect([await with_.stateOf(intentId), await feesOf(intentId)]).toEqual(['REFUNDED', { GBP: 1500 }])
  expect(
    await installation.app.db
      .selectFrom('refunds.manual_review')
      .select('reason')
      .where('intent_id', '=', intentId)
      .execute(),
  ).toEqual([])
  expect(await troubles()).toEqual([])
})

test('a dispute after a full refund costs its fee, although it can’t be recorded', async () => {
  const { intentId } = await aDonation()
  expect((await with_.refund(finance, intentId)).status).toBe(200)
  await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  await sweep()
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
})

test('a dispute fee that is returned with the money is no expense [refunds-4]', async () => {
  const { intentId } = await aDonation()
  const before = await booksOf(intentId)
  const id = await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
  await bank().closeDispute(id, 'won', { feeRefunded: true })
  await sendNotice(intentId, 'charge.dispute.closed')
  await sweep()
  expect(await booksOf(intentId)).toEqual({ ...before, disputes_receivable: 0, dispute_fee_expense: 0 })
  expect(
    (await entriesOf(intentId))
      .filter(({ account }) => account === 'dispute_fee_expense')
      .map(({ event, amount }) => [event, amount]),
  ).toEqual([
    ['dispute-fee', 1500],
    ['dispute-fee', -1500],
  ])
  expect([await with_.stateOf(intentId), await troubles()]).toEqual(['DISPUTE_WON', []])
})

test('a dispute fee returned days after the win is found by webhook or look-up', async () => {
  for (const heard of ['notice', 'look-up'] as const) {
    const { intentId } = await aDonation()
    const id = await dispute(intentId)
    await sendNotice(intentId, 'charge.dispute.created')
    await bank().closeDispute(id, 'won')
    await sendNotice(intentId, 'charge.dispute.closed')
    const won = bank().store.disputes.get(id)!
    const fee = { ...won.balance_transactions[1]!, id: `txn_${heard}`, amount: 0, fee: -1500, net: 1500 }
    bank().store.save('dispute', id, { ...won, balance_transactions: [...won.balance_transactions, fee] })
    await reportFees(intentId, { gbp: 0 })
    if (heard === 'notice') await sendNotice(intentId, 'charge.dispute.funds_reinstated')
    else {
      clock.move({ days: 1, minutes: 1 })
      finance = await with_.staff()
      await resolveDueRefunds(installation.app)
    }
    expect([await feesOf(intentId), await with_.stateOf(intentId)]).toEqual([{ GBP: 0 }, 'DISPUTE_WON'])
  }
  expect(await troubles()).toEqual([])
})

test('a dispute fee is booked in its own currency, which may differ from the payment’s', async () => {
  const [won, lost] = [await aDonation(), await aDonation()]
  for (const [{ intentId }, end] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const id = await dispute(intentId, { settledIn: { currency: 'eur', amount: 2715, fee: 2000 } })
    await sendNotice(intentId, 'charge.dispute.created')
    expect(await feesOf(intentId)).toEqual({ EUR: 2000 })
    await bank().closeDispute(id, end, { feeRefunded: end === 'won' })
    await sendNotice(intentId, 'charge.dispute.closed')
  }
  await with_.drain()
  expect([await feesOf(won.intentId), await feesOf(lost.intentId)]).toEqual([{ EUR: 0 }, { EUR: 2000 }])
  expect([await with_.stateOf(won.intentId), await with_.stateOf(lost.intentId)]).toEqual([
    'DISPUTE_WON',
    'DISPUTE_LOST',
  ])
  expect(await troubles()).toEqual([])
})

test('`ledger verify` reports a dispute fee that isn’t in the books', async () => {
  const { intentId } = await aDonation()
  await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  expect(await troubles()).toEqual([])
  await reportFees(intentId, { gbp: 2500 })
  const totals = (fee: number) => `2320 GBP, 2320 refunded, ${fee} GBP for disputes`
  expect(await troubles()).toMatchObject([
    { count: 1, rows: [{ charge: await with_.chargeOf(intentId), ours: totals(1500), theirs: totals(2500) }] },
  ])
})
