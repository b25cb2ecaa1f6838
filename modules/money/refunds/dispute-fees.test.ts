import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { stoppedClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds, takeRefundNotices } from './look-up.ts'
import { refundHouse } from './testing.ts'

let house: TestApp
let with_: ReturnType<typeof refundHouse>
let finance: string
const clock = stoppedClock()
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true, clock: clock.now })
  with_ = refundHouse(house)
  finance = await with_.staff()
})
afterAll(() => house.close())

const bank = () => house.sandbox!.gateway
const sweep = () => sweepRefunds(house.app, new Date(clock.now().getTime() - 86_400_000))
/** The donor tells their bank that they never gave. */
const dispute = async (intentId: string, terms?: Parameters<ReturnType<typeof bank>['openDispute']>[1]) =>
  (await bank().openDispute(await with_.chargeOf(intentId), terms)).id
let notices = 0
/** A notice of the provider's, sent three times. */
async function told(
  intentId: string,
  kind: 'charge.dispute.created' | 'charge.dispute.closed' | 'charge.dispute.funds_reinstated',
): Promise<void> {
  const objectId = await with_.providerIdOf(intentId)
  const tell = () =>
    recordWebhook(house.app, { provider: 'sandbox', eventId: `evt_${(notices += 1)}`, kind, objectId, at: clock.now() })
  await Promise.all([tell(), tell(), tell()])
  await Promise.all([takeRefundNotices(house.app), takeRefundNotices(house.app)])
}
const taken = (intentId: string) =>
  house.app.db
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
  (await with_.ask<Books>(finance, 'GET', `/v4/staff/gifts/${intentId}`)).body.books
const sumBy = (books: Books['books'], key: (entry: Books['books'][number]) => string) => {
  const sums: Record<string, number> = {}
  for (const entry of books) sums[key(entry)] = (sums[key(entry)] ?? 0) + entry.amount
  return sums
}
/** What the ledger says of each account of a payment, and of the fees of its disputes by currency. */
const booksOf = async (intentId: string) => sumBy(await entriesOf(intentId), ({ account }) => account)
const feesOf = async (intentId: string) =>
  sumBy(
    (await entriesOf(intentId)).filter(({ account }) => account === 'dispute_fee_expense'),
    ({ currency }) => currency,
  )
const troubles = async () =>
  (await verifyLedger(house.database.ownerUrl, house.app.providers.all)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )

async function aGift() {
  const campaignId = (await aCampaign(house.app)).id
  const { token } = await aSession(house.app)
  const { intentId } = await with_.gift(campaignId, {}, token)
  const raised = async () => (await campaignTotals(house.app.db, [campaignId]))[0]!.raised
  return { intentId, raised }
}
/**
 * What the sandbox bank says it kept for disputes is set by hand, as when something moved that it has no button for.
 */
async function tellTruth(intentId: string, fees: Record<string, number>): Promise<void> {
  const charge = await with_.chargeOf(intentId)
  bank().store.save('truth', charge, { ...bank().store.truth.get(charge)!, dispute_fees: fees })
}

test('a dispute that was won before anybody heard of it is written down, however often it is told, and its fee is in the books [refunds-4]', async () => {
  const { intentId, raised } = await aGift()
  const before = await booksOf(intentId)
  await bank().closeDispute(await dispute(intentId), 'won')
  await Promise.all([sweep(), sweep(), told(intentId, 'charge.dispute.closed')])
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

test('a dispute that was won before anybody heard of it calls off no refund that waits for its second person', async () => {
  Object.assign(house.app, { refundReviewAbove: new Map([['GBP', 0n]]) })
  const { intentId } = await aGift()
  expect((await with_.refund(finance, intentId)).body.state).toBe('proposed')
  await bank().closeDispute(await dispute(intentId), 'won')
  await sweep()
  Object.assign(house.app, { refundReviewAbove: undefined })
  expect(await taken(intentId)).toEqual([{ origin: 'staff', state: 'proposed', amount: 2320n }])
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
  expect(await troubles()).toEqual([])
})

test('won, and all of it given back at the provider’s desk before anybody heard of either: the fee is in the books, and nobody is called', async () => {
  const { intentId } = await aGift()
  await bank().closeDispute(await dispute(intentId), 'won')
  await bank().refund({ payment_intent: await with_.providerIdOf(intentId) })
  await sweep()
  await sweep()
  await with_.drain()
  expect([await with_.stateOf(intentId), await feesOf(intentId)]).toEqual(['REFUNDED', { GBP: 1500 }])
  expect(
    await house.app.db.selectFrom('refunds.for_a_person').select('reason').where('intent_id', '=', intentId).execute(),
  ).toEqual([])
  expect(await troubles()).toEqual([])
})

test('what is disputed after all of it went back costs its fee, though it cannot be written down', async () => {
  const { intentId } = await aGift()
  expect((await with_.refund(finance, intentId)).status).toBe(200)
  await dispute(intentId)
  await told(intentId, 'charge.dispute.created')
  await sweep()
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
})

test('the fee of a dispute that is given again with the money is no expense, and costs nothing twice [refunds-4]', async () => {
  const { intentId } = await aGift()
  const before = await booksOf(intentId)
  const id = await dispute(intentId)
  await told(intentId, 'charge.dispute.created')
  expect(await feesOf(intentId)).toEqual({ GBP: 1500 })
  await bank().closeDispute(id, 'won', { feeReturned: true })
  await told(intentId, 'charge.dispute.closed')
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

test('a fee that is given again some days after the dispute was won is heard of by notice or look-up', async () => {
  for (const heard of ['notice', 'look-up'] as const) {
    const { intentId } = await aGift()
    const id = await dispute(intentId)
    await told(intentId, 'charge.dispute.created')
    await bank().closeDispute(id, 'won')
    await told(intentId, 'charge.dispute.closed')
    const won = bank().store.disputes.get(id)!
    const fee = { ...won.balance_transactions[1]!, id: `txn_${heard}`, amount: 0, fee: -1500, net: 1500 }
    bank().store.save('dispute', id, { ...won, balance_transactions: [...won.balance_transactions, fee] })
    await tellTruth(intentId, { gbp: 0 })
    if (heard === 'notice') await told(intentId, 'charge.dispute.funds_reinstated')
    else {
      clock.move({ days: 1, minutes: 1 })
      finance = await with_.staff()
      await resolveDueRefunds(house.app)
    }
    expect([await feesOf(intentId), await with_.stateOf(intentId)]).toEqual([{ GBP: 0 }, 'DISPUTE_WON'])
  }
  expect(await troubles()).toEqual([])
})

test('the fee of a dispute is booked in the currency it was taken in, which need not be that of the payment', async () => {
  const [won, lost] = [await aGift(), await aGift()]
  for (const [{ intentId }, end] of [
    [won, 'won'],
    [lost, 'lost'],
  ] as const) {
    const id = await dispute(intentId, { settledIn: { currency: 'eur', amount: 2715, fee: 2000 } })
    await told(intentId, 'charge.dispute.created')
    expect(await feesOf(intentId)).toEqual({ EUR: 2000 })
    await bank().closeDispute(id, end, { feeReturned: end === 'won' })
    await told(intentId, 'charge.dispute.closed')
  }
  await with_.drain()
  expect([await feesOf(won.intentId), await feesOf(lost.intentId)]).toEqual([{ EUR: 0 }, { EUR: 2000 }])
  expect([await with_.stateOf(won.intentId), await with_.stateOf(lost.intentId)]).toEqual([
    'DISPUTE_WON',
    'DISPUTE_LOST',
  ])
  expect(await troubles()).toEqual([])
})

test('`ledger verify` names a dispute’s fee that is not in the books', async () => {
  const { intentId } = await aGift()
  await dispute(intentId)
  await told(intentId, 'charge.dispute.created')
  expect(await troubles()).toEqual([])
  await tellTruth(intentId, { gbp: 2500 })
  const told_ = (fee: number) => `2320 GBP, 2320 refunded, ${fee} GBP for disputes`
  expect(await troubles()).toMatchObject([
    { count: 1, rows: [{ charge: await with_.chargeOf(intentId), ours: told_(1500), theirs: told_(2500) }] },
  ])
})
