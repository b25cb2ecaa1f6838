import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/campaigns/index.ts'
import { aCampaign } from '#modules/campaigns/testing.ts'
import { aSession } from '#modules/identity/testing.ts'
import { recordWebhook } from '#modules/payments/index.ts'
import { verifyLedger } from '#server/verify-ledger.ts'
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

const dayAgo = () => new Date(clock.now().getTime() - 86_400_000)
const bank = () => house.sandbox!.gateway
const providerIdOf = async (intentId: string) =>
  (await house.app.db.selectFrom('payments.intent').select('provider_intent_id as id').where('id', '=', intentId).executeTakeFirstOrThrow()).id
/** The donor tells their bank that they never gave. */
async function dispute(intentId: string): Promise<string> {
  const { latest_charge: charge } = bank().intent(await providerIdOf(intentId)).object
  return (await bank().openDispute(charge as string)).id
}
let notices = 0
/** A notice of the provider's, sent five times. */
async function told(intentId: string, kind: 'charge.dispute.created' | 'charge.dispute.closed', { isTaken = true } = {}): Promise<void> {
  const objectId = await providerIdOf(intentId)
  const tell = () => recordWebhook(house.app, { provider: 'stripe', eventId: `evt_${(notices += 1)}`, kind, objectId, at: clock.now() })
  await Promise.all([tell(), tell(), tell(), tell(), tell()])
  if (isTaken) await Promise.all([takeRefundNotices(house.app), takeRefundNotices(house.app)])
}
const stateOf = async (intentId: string) =>
  (await house.app.db.selectFrom('payments.intent').select('state').where('id', '=', intentId).executeTakeFirstOrThrow()).state
const taken = (intentId: string) =>
  house.app.db.selectFrom('refunds.refund').select(['state', 'amount', 'origin']).where('intent_id', '=', intentId).orderBy('created_at').execute()

/** What the ledger says of each account of a payment. */
async function booksOf(intentId: string): Promise<Record<string, number>> {
  const { books } = (await with_.ask<{ books: { account: string; amount: number }[] }>(finance, 'GET', `/v4/staff/gifts/${intentId}`)).body
  const sums: Record<string, number> = {}
  for (const { account, amount } of books) sums[account] = (sums[account] ?? 0) + amount
  return sums
}
async function liveReceipts(intentId: string): Promise<string[]> {
  const { receipts } = (await with_.ask<{ receipts: { number: string; voidedAt: string | null }[] }>(finance, 'GET', `/v4/staff/gifts/${intentId}`)).body
  return receipts.flatMap(({ number, voidedAt }) => (voidedAt === null ? [number] : []))
}
const atBank = () => ({ url: house.sandbox!.url, secretKey: 'sk_sandbox_test' })
const troubles = async () => (await verifyLedger(house.database.ownerUrl, atBank())).filter(({ count, title }) => count > 0 && !title.startsWith('Q8'))

async function aGift() {
  const campaignId = (await aCampaign(house.app)).id
  const { token, viewer } = await aSession(house.app)
  const { donationId, intentId } = await with_.gift(campaignId, {}, token)
  const raised = async () => (await campaignTotals(house.app.db, [campaignId]))[0]!.raised
  const mails = async () =>
    (await house.app.db.selectFrom('notifications.mail').select('subject').where('to_address', '=', viewer.email).where('kind', '=', 'refund').execute()).map(
      ({ subject }) => subject,
    )
  return { donationId, intentId, raised, mails }
}

test('what a donor’s bank takes back is a claim while it decides, holds the gift, and is ours again when it is won [R15]', async () => {
  const { intentId, raised, mails } = await aGift()
  const before = await booksOf(intentId)
  const id = await dispute(intentId)
  await told(intentId, 'charge.dispute.created')
  expect(await taken(intentId)).toEqual([{ state: 'pending', amount: 2320n, origin: 'bank' }])
  expect(await stateOf(intentId)).toBe('DISPUTED')
  expect(await booksOf(intentId)).toEqual({
    ...before,
    disputes_receivable: 2320,
    dispute_fee_expense: 1500,
    provider_clearing: before.provider_clearing! - 3820,
  })
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-disputed')
  expect((await with_.ask(finance, 'GET', `/v4/staff/gifts/${intentId}`)).body).toMatchObject({ mayRefund: false, hindrance: 'disputed' })
  await with_.drain()
  expect([await raised(), (await liveReceipts(intentId)).length, await mails()]).toEqual([2000n, 1, []])
  expect(await troubles()).toEqual([])
  await bank().closeDispute(id, 'won')
  await told(intentId, 'charge.dispute.closed')
  expect(await stateOf(intentId)).toBe('DISPUTE_WON')
  await with_.drain()
  expect(await booksOf(intentId)).toEqual({ ...before, disputes_receivable: 0, dispute_fee_expense: 1500, provider_clearing: before.provider_clearing! - 1500 })
  expect([await raised(), (await liveReceipts(intentId)).length, await mails()]).toEqual([2000n, 1, []])
  expect(await troubles()).toEqual([])
})

test('a dispute that is lost is money given back: the gift is counted no more, its receipt is void, and its donor is told [R14] [R15]', async () => {
  const { intentId, raised, mails } = await aGift()
  const id = await dispute(intentId)
  await sweepRefunds(house.app, dayAgo())
  await bank().closeDispute(id, 'lost')
  // No notice came: it is looked up.
  clock.move({ minutes: 61 })
  finance = await with_.staff()
  await resolveDueRefunds(house.app)
  expect([await stateOf(intentId), await taken(intentId)]).toEqual(['DISPUTE_LOST', [{ state: 'succeeded', amount: 2320n, origin: 'bank' }]])
  await with_.drain()
  const books = await booksOf(intentId)
  expect([books.disputes_receivable, books.campaign_payable, books.tip_revenue, books.dispute_fee_expense]).toEqual([0, 0, 0, 1500])
  expect([await raised(), await liveReceipts(intentId), await mails()]).toEqual([0n, [], ['Your bank has given £23.20 back to you']])
  expect(await troubles()).toEqual([])
})

test('of a gift of which a part went back the rest is disputed; opened and lost before anybody heard of it, and told of many times at once, it is booked once', async () => {
  const { donationId, intentId, raised } = await aGift()
  expect((await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 500 }] })).status).toBe(200)
  await bank().closeDispute(await dispute(intentId), 'lost')
  await Promise.all([sweepRefunds(house.app, dayAgo()), sweepRefunds(house.app, dayAgo()), told(intentId, 'charge.dispute.closed')])
  await with_.drain()
  expect(await taken(intentId)).toMatchObject([
    { origin: 'staff', amount: 500n, state: 'succeeded' },
    { origin: 'bank', amount: 1820n, state: 'succeeded' },
  ])
  expect([await stateOf(intentId), await raised(), await liveReceipts(intentId)]).toEqual(['DISPUTE_LOST', 0n, []])
  expect(await troubles()).toEqual([])
})

test('a refund whose answer was lost, and that a dispute has overtaken, gives nothing back; the dispute waits until that is known [R14]', async () => {
  const { intentId } = await aGift()
  Object.assign(house.app, { failpoint: (name: string) => (name === 'before_refund' ? Promise.reject(new Error('the process is gone')) : Promise.resolve()) })
  await with_.refund(finance, intentId)
  Object.assign(house.app, { failpoint: () => Promise.resolve() })
  await dispute(intentId)
  await told(intentId, 'charge.dispute.created')
  expect(await taken(intentId)).toMatchObject([{ origin: 'staff', state: 'requested' }])
  clock.move({ seconds: 61 })
  await resolveDueRefunds(house.app)
  await takeRefundNotices(house.app)
  expect(await taken(intentId)).toMatchObject([
    { origin: 'staff', state: 'failed' },
    { origin: 'bank', state: 'pending', amount: 2320n },
  ])
  // What the donor's bank took, and not a second time by the refund.
  expect([await with_.truth(intentId), await stateOf(intentId)]).toEqual([2320, 'DISPUTED'])
  expect(await troubles()).toEqual([])
})

test('notices of what cannot be written down yet hold up no other, and the bank is not asked for them without end', async () => {
  const [waiting, other] = [await aGift(), await aGift()]
  Object.assign(house.app, { failpoint: (name: string) => (name === 'before_refund' ? Promise.reject(new Error('the process is gone')) : Promise.resolve()) })
  await with_.refund(finance, waiting.intentId)
  Object.assign(house.app, { failpoint: () => Promise.resolve() })
  await dispute(waiting.intentId)
  for (let n = 0; n < 10; n++) await told(waiting.intentId, 'charge.dispute.created', { isTaken: false })
  clock.move({ seconds: 1 })
  await dispute(other.intentId)
  await told(other.intentId, 'charge.dispute.created', { isTaken: false })
  const { refunds } = house.app.gateway
  let asked = 0
  Object.assign(house.app, {
    gateway: { ...house.app.gateway, refunds: { ...refunds, ofIntent: (id: string) => ((asked += 1), refunds.ofIntent(id)) } },
  })
  for (let n = 0; n < 3; n++) await takeRefundNotices(house.app)
  expect([await stateOf(waiting.intentId), await stateOf(other.intentId), asked]).toEqual(['SUCCEEDED', 'DISPUTED', 2])
})

test('a dispute that is told of before the gift itself was counted is written down the moment it is', async () => {
  const campaignId = (await aCampaign(house.app)).id
  const attempt = await house.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'disputed-at-once' },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token: 'pm_card_createDispute' }] },
  })
  const { intentId } = (attempt.json() as { result: { intentId: string } }).result
  await told(intentId, 'charge.dispute.created')
  expect(await stateOf(intentId)).toBe('SUCCEEDED')
  await with_.drain()
  await takeRefundNotices(house.app)
  expect([await stateOf(intentId), await taken(intentId)]).toMatchObject(['DISPUTED', [{ origin: 'bank', state: 'pending', amount: 2000n }]])
})

test('a refund that waits for its second person gives way to a dispute', async () => {
  Object.assign(house.app, { refundReviewAbove: new Map([['GBP', 0n]]) })
  const { intentId } = await aGift()
  expect((await with_.refund(finance, intentId)).body.state).toBe('proposed')
  await dispute(intentId)
  await sweepRefunds(house.app, dayAgo())
  expect((await taken(intentId)).toSorted((a, b) => (a.origin < b.origin ? -1 : 1))).toMatchObject([
    { origin: 'bank', state: 'pending' },
    { origin: 'staff', state: 'canceled' },
  ])
  Object.assign(house.app, { refundReviewAbove: undefined })
})
