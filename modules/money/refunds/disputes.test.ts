import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { donationToken } from '#modules/money/giving/payment/response.ts'
import { donationStatus } from '#modules/money/giving/payment/payment-status.ts'
import { aClaimedAttempt, aLine, anOrder } from '#modules/money/giving/testing.ts'
import { purgeMails } from '#modules/platform/notifications/index.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import { conclude, findLastAttempt, recordWebhook } from '#modules/money/payments/index.ts'
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

const dayAgo = () => new Date(clock.now().getTime() - 86_400_000)
const bank = () => installation.sandbox!.gateway
/** Disputes the charge at the donor's bank. */
async function dispute(intentId: string): Promise<string> {
  return (await bank().openDispute(await with_.chargeOf(intentId))).id
}
let notices = 0
/** Sends the same webhook five times. */
async function sendNotice(
  intentId: string,
  kind: 'charge.dispute.created' | 'charge.dispute.updated' | 'charge.dispute.closed',
  { isTaken = true } = {},
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
  await Promise.all([tell(), tell(), tell(), tell(), tell()])
  if (isTaken) await Promise.all([handleRefundWebhooks(installation.app), handleRefundWebhooks(installation.app)])
}
const taken = (intentId: string) =>
  installation.app.db
    .selectFrom('refunds.refund')
    .select(['state', 'amount', 'origin'])
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .execute()

/** Returns the ledger's balance of each account of a payment. */
async function booksOf(intentId: string): Promise<Record<string, number>> {
  const { books } = (
    await with_.ask<{ books: { account: string; amount: number }[] }>(finance, 'GET', `/v4/staff/donations/${intentId}`)
  ).body
  const sums: Record<string, number> = {}
  for (const { account, amount } of books) sums[account] = (sums[account] ?? 0) + amount
  return sums
}
async function liveReceipts(intentId: string): Promise<string[]> {
  const { receipts } = (
    await with_.ask<{ receipts: { number: string; voidedAt: string | null }[] }>(
      finance,
      'GET',
      `/v4/staff/donations/${intentId}`,
    )
  ).body
  return receipts.flatMap(({ number, voidedAt }) => (voidedAt === null ? [number] : []))
}
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )

async function aDonation() {
  const campaignId = (await aCampaign(installation.app)).id
  const { token, viewer } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const raised = async () => (await campaignTotals(installation.app.db, [campaignId]))[0]!.raised
  const mails = async () =>
    (
      await installation.app.db
        .selectFrom('notifications.mail')
        .select('subject')
        .where('to_address', '=', viewer.email)
        .where('kind', '=', 'refund')
        .execute()
    ).map(({ subject }) => subject)
  return { donationId, intentId, raised, mails }
}

test('a dispute is a receivable until decided, holds the donation, and is reversed when won [refunds-4]', async () => {
  const { intentId, raised, mails } = await aDonation()
  const before = await booksOf(intentId)
  const id = await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  expect(await taken(intentId)).toEqual([{ state: 'pending', amount: 2320n, origin: 'bank' }])
  expect(await with_.stateOf(intentId)).toBe('DISPUTED')
  expect(await booksOf(intentId)).toEqual({
    ...before,
    disputes_receivable: 2320,
    dispute_fee_expense: 1500,
    provider_clearing: before.provider_clearing! - 3820,
  })
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-disputed')
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({
    canRefund: false,
    refundBlockedBy: 'disputed',
  })
  await with_.drain()
  expect([await raised(), (await liveReceipts(intentId)).length, await mails()]).toEqual([2000n, 1, []])
  expect(await troubles()).toEqual([])
  await bank().closeDispute(id, 'won')
  await sendNotice(intentId, 'charge.dispute.closed')
  expect(await with_.stateOf(intentId)).toBe('DISPUTE_WON')
  await with_.drain()
  expect(await booksOf(intentId)).toEqual({
    ...before,
    disputes_receivable: 0,
    dispute_fee_expense: 1500,
    provider_clearing: before.provider_clearing! - 1500,
  })
  expect([await raised(), (await liveReceipts(intentId)).length, await mails()]).toEqual([2000n, 1, []])
  expect(await troubles()).toEqual([])
})

test('staff see the deadline for dispute evidence until it is submitted [refunds-4]', async () => {
  const evidenceDueAt = async (intentId: string) =>
    (
      await with_.ask<{ refunds: { evidenceDueAt: string | null }[] }>(
        finance,
        'GET',
        `/v4/staff/donations/${intentId}`,
      )
    ).body.refunds.map((refund) => refund.evidenceDueAt)
  const [answered, ignored] = [await aDonation(), await aDonation()]
  const ids = [await dispute(answered.intentId), await dispute(ignored.intentId)] as const
  for (const { intentId } of [answered, ignored]) await sendNotice(intentId, 'charge.dispute.created')
  const due = bank().store.disputes.get(ids[0])!.evidence_details.due_by!
  expect(await evidenceDueAt(answered.intentId)).toEqual([new Date(due * 1000).toISOString()])
  const { body } = await with_.ask<{ refunds: { intentId: string; evidenceDueAt: string | null }[] }>(
    finance,
    'GET',
    '/v4/staff/refunds?state=pending',
  )
  expect(body.refunds.filter((refund) => refund.evidenceDueAt !== null).map((refund) => refund.intentId)).toEqual(
    expect.arrayContaining([answered.intentId, ignored.intentId]),
  )
  // Staff who may submit evidence see how the payment was made until the deadline.
  const disputeEvidence = async (who: string) =>
    (await with_.ask<{ disputeEvidence: object | null }>(who, 'GET', `/v4/staff/donations/${answered.intentId}`)).body
      .disputeEvidence
  expect(await disputeEvidence(finance)).toMatchObject({ ip: '127.0.0.1', isAuthenticated: false, agreed: null })
  expect(await disputeEvidence(await with_.staff('support'))).toBe(null)
  await bank().answerDispute(ids[0])
  await sendNotice(answered.intentId, 'charge.dispute.updated')
  expect([
    await evidenceDueAt(answered.intentId),
    await with_.stateOf(answered.intentId),
    await disputeEvidence(finance),
  ]).toEqual([[null], 'DISPUTED', null])
  await bank().closeDispute(ids[1], 'lost')
  await sendNotice(ignored.intentId, 'charge.dispute.closed')
  expect([await evidenceDueAt(ignored.intentId), await with_.stateOf(ignored.intentId)]).toEqual([
    [null],
    'DISPUTE_LOST',
  ])
  await with_.drain()
})

test('a lost dispute is a refund, voids the receipt and emails the donor [refunds-4]', async () => {
  const { intentId, raised, mails } = await aDonation()
  const id = await dispute(intentId)
  await sweepRefunds(installation.app, dayAgo())
  await bank().closeDispute(id, 'lost')
  // Without a webhook, a look-up finds it.
  clock.move({ minutes: 61 })
  finance = await with_.staff()
  await resolveDueRefunds(installation.app)
  expect([await with_.stateOf(intentId), await taken(intentId)]).toEqual([
    'DISPUTE_LOST',
    [{ state: 'succeeded', amount: 2320n, origin: 'bank' }],
  ])
  await with_.drain()
  const books = await booksOf(intentId)
  expect([books.disputes_receivable, books.campaign_payable, books.tip_revenue, books.dispute_fee_expense]).toEqual([
    0, 0, 0, 1500,
  ])
  expect([await raised(), await liveReceipts(intentId), await mails()]).toEqual([
    0n,
    [],
    ['Your bank returned £23.20 to you'],
  ])
  expect(await troubles()).toEqual([])
})

test('a dispute of the rest of a partly refunded donation is booked once, however often reported', async () => {
  const { donationId, intentId, raised } = await aDonation()
  expect(
    (await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 500 }] })).status,
  ).toBe(200)
  await bank().closeDispute(await dispute(intentId), 'lost')
  await Promise.all([
    sweepRefunds(installation.app, dayAgo()),
    sweepRefunds(installation.app, dayAgo()),
    sendNotice(intentId, 'charge.dispute.closed'),
  ])
  await with_.drain()
  expect(await taken(intentId)).toMatchObject([
    { origin: 'staff', amount: 500n, state: 'succeeded' },
    { origin: 'bank', amount: 1820n, state: 'succeeded' },
  ])
  expect([await with_.stateOf(intentId), await raised(), await liveReceipts(intentId)]).toEqual([
    'DISPUTE_LOST',
    0n,
    [],
  ])
  expect(await troubles()).toEqual([])
})

test('a refund with a lost response that is overtaken by a dispute refunds nothing twice [refunds-1]', async () => {
  const { intentId } = await aDonation()
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === 'before_refund' ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  await with_.refund(finance, intentId)
  Object.assign(installation.app, { failpoint: () => Promise.resolve() })
  await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  expect(await taken(intentId)).toMatchObject([{ origin: 'staff', state: 'requested' }])
  clock.move({ seconds: 61 })
  await resolveDueRefunds(installation.app)
  await handleRefundWebhooks(installation.app)
  expect(await taken(intentId)).toMatchObject([
    { origin: 'staff', state: 'failed' },
    { origin: 'bank', state: 'pending', amount: 2320n },
  ])
  // The disputed amount only, not the refund as well.
  expect([await with_.truth(intentId), await with_.stateOf(intentId)]).toEqual([2320, 'DISPUTED'])
  expect(await troubles()).toEqual([])
})

test('webhooks that can’t be recorded yet delay no others and are retried with growing delays', async () => {
  const [waiting, other] = [await aDonation(), await aDonation()]
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === 'before_refund' ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  await with_.refund(finance, waiting.intentId)
  Object.assign(installation.app, { failpoint: () => Promise.resolve() })
  await dispute(waiting.intentId)
  for (let n = 0; n < 10; n++) await sendNotice(waiting.intentId, 'charge.dispute.created', { isTaken: false })
  clock.move({ seconds: 1 })
  await dispute(other.intentId)
  await sendNotice(other.intentId, 'charge.dispute.created', { isTaken: false })
  const { refunds } = installation.app.providers.first
  let requestCount = 0
  Object.assign(installation.app, {
    providers: createPaymentProviders([
      {
        ...installation.app.providers.first,
        refunds: { ...refunds, listForIntent: (id: string) => ((requestCount += 1), refunds.listForIntent(id)) },
      },
    ]),
  })
  for (let n = 0; n < 3; n++) await handleRefundWebhooks(installation.app)
  expect([await with_.stateOf(waiting.intentId), await with_.stateOf(other.intentId), requestCount]).toEqual([
    'SUCCEEDED',
    'DISPUTED',
    2,
  ])
})

test('a dispute reported before its donation was counted is recorded afterwards', async () => {
  const campaignId = (await aCampaign(installation.app)).id
  const attempt = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'disputed-at-once' },
    payload: { amount: '20', currency: 'GBP', tokens: [{ type: 'card', token: 'pm_card_createDispute' }] },
  })
  const { intentId } = (attempt.json() as { result: { intentId: string } }).result
  await sendNotice(intentId, 'charge.dispute.created')
  expect(await with_.stateOf(intentId)).toBe('SUCCEEDED')
  await with_.drain()
  await handleRefundWebhooks(installation.app)
  expect([await with_.stateOf(intentId), await taken(intentId)]).toMatchObject([
    'DISPUTED',
    [{ origin: 'bank', state: 'pending', amount: 2000n }],
  ])
})

test('a proposed refund is superseded by a dispute', async () => {
  Object.assign(installation.app, { refundReviewAbove: new Map([['GBP', 0n]]) })
  const { intentId } = await aDonation()
  expect((await with_.refund(finance, intentId)).body.state).toBe('proposed')
  await dispute(intentId)
  await sweepRefunds(installation.app, dayAgo())
  expect((await taken(intentId)).toSorted((a, b) => (a.origin < b.origin ? -1 : 1))).toMatchObject([
    { origin: 'bank', state: 'pending' },
    { origin: 'staff', state: 'canceled' },
  ])
  Object.assign(installation.app, { refundReviewAbove: undefined })
})

/** Collects the errors logged about a payment while an action runs. */
async function errorsOf(intentId: string, act: () => Promise<unknown>): Promise<string[]> {
  const { log } = installation.app
  const names = [intentId, await with_.providerIdOf(intentId)]
  const errors: string[] = []
  const error = (fields: object, message: string) => {
    if (names.some((name) => Object.values(fields).includes(name))) errors.push(message)
  }
  Object.assign(installation.app, { log: { ...log, error } })
  await act().finally(() => Object.assign(installation.app, { log }))
  return errors
}

test('a dispute after a full refund is logged once and queued for manual review [refunds-4]', async () => {
  const { intentId } = await aDonation()
  finance = await with_.staff()
  expect((await with_.refund(finance, intentId)).status).toBe(200)
  const id = await dispute(intentId)
  const unhandled = async () =>
    (
      await installation.app.db
        .selectFrom('payments.webhook_event')
        .select('event_id')
        .where('object_id', '=', await with_.providerIdOf(intentId))
        .where('handled_at', 'is', null)
        .execute()
    ).length
  const errors = await errorsOf(intentId, async () => {
    await sendNotice(intentId, 'charge.dispute.created')
    expect(await unhandled()).toBe(0)
    for (let minute = 0; minute < 3; minute++) {
      clock.move({ seconds: 61 })
      await handleRefundWebhooks(installation.app)
      await sweepRefunds(installation.app, dayAgo())
    }
    await bank().closeDispute(id, 'lost')
    await sendNotice(intentId, 'charge.dispute.closed')
  })
  expect(errors).toEqual(['a refund of the provider cannot be recorded and needs manual review'])
  expect(await unhandled()).toBe(0)
  expect([await with_.stateOf(intentId), await taken(intentId)]).toMatchObject([
    'REFUNDED',
    [{ origin: 'staff', state: 'succeeded' }],
  ])
  const entries = await installation.app.db
    .selectFrom('audit.entry')
    .select('details')
    .where('act', '=', 'refunds.queued-for-review')
    .where('object', '=', `intent:${intentId}`)
    .execute()
  expect(entries).toMatchObject([{ details: { provider: id, currency: 'GBP', reason: 'refund-nothing-left' } }])
})

test('webhooks of frozen payments end, those of unresolved ones are delayed, and neither fills the queue', async () => {
  await handleRefundWebhooks(installation.app)
  const campaignId = (await aCampaign(installation.app)).id
  const waiting: { object_id: string; kind: string }[] = []
  for (const state of ['INTEGRITY_FAILURE', 'UNKNOWN'] as const)
    for (let n = 0; n < 30; n++) {
      const attempt = await aClaimedAttempt(installation.app, anOrder([aLine(installation.app, campaignId)]))
      await conclude(installation.app, {
        attemptId: attempt.id,
        attemptState: state,
        intentState: 'PROCESSING',
        at: clock.now(),
      })
      await recordWebhook(installation.app, {
        provider: 'sandbox',
        eventId: `evt_${attempt.id}`,
        kind: 'refund.created',
        objectId: attempt.providerIntentId,
        at: clock.now(),
      })
      waiting.push({ object_id: attempt.providerIntentId, kind: state })
    }
  const unknown = waiting.filter(({ kind }) => kind === 'UNKNOWN').map(({ object_id }) => object_id)
  clock.move({ seconds: 10 })
  const { intentId } = await aDonation()
  await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created', { isTaken: false })
  for (let n = 0; n < 2; n++) await handleRefundWebhooks(installation.app)
  expect(await with_.stateOf(intentId)).toBe('DISPUTED')
  const rows = await installation.app.db
    .selectFrom('payments.webhook_event')
    .select(['object_id', 'handled_at', 'next_attempt_at'])
    .where(
      'object_id',
      'in',
      waiting.map(({ object_id }) => object_id),
    )
    .execute()
  for (const { object_id, handled_at, next_attempt_at } of rows) {
    const isFrozen = waiting.some((item) => item.object_id === object_id && item.kind === 'INTEGRITY_FAILURE')
    expect([handled_at !== null, next_attempt_at]).toEqual(
      isFrozen ? [true, null] : [false, new Date(clock.now().getTime() + 10_000)],
    )
  }
  clock.move({ seconds: 3600 * 24 })
  // Three full batches also cover what other tests left in the queue.
  for (let n = 0; n < 3; n++) await handleRefundWebhooks(installation.app)
  const still = await installation.app.db
    .selectFrom('payments.webhook_event')
    .select('next_attempt_at')
    .where('object_id', 'in', unknown)
    .execute()
  expect(still.map(({ next_attempt_at }) => next_attempt_at)).toEqual(
    unknown.map(() => new Date(clock.now().getTime() + 3_600_000)),
  )
})

test('a donation’s status is what was refunded, and an open dispute doesn’t change it [refunds-4]', async () => {
  const campaignId = (await aCampaign(installation.app)).id
  const { token } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const kept = await with_.donation(campaignId, {}, token)
  finance = await with_.staff()
  const refundedOf = async (id: string) => {
    const requestText = donationToken(installation.app, (await findLastAttempt(installation.app, id))!)
    return (await donationStatus(installation.app, { intentId: id, token: requestText })).refunded
  }
  const seen = async (id: string) => {
    const { refunds } = (
      await with_.ask<{ refunds: { state: string; amount: number }[] }>(
        token,
        'GET',
        `/v4/account/donations/${id}/refunds`,
      )
    ).body
    return refunds.map(({ state, amount }) => [state, amount])
  }
  expect(
    (
      await with_.refund(finance, kept.intentId, {
        everything: false,
        lines: [{ donationId: kept.donationId, gift: 500 }],
      })
    ).status,
  ).toBe(200)
  const [lost, won] = [await dispute(intentId), await dispute(kept.intentId)]
  for (const id of [intentId, kept.intentId]) await sendNotice(id, 'charge.dispute.created')
  expect([await refundedOf(intentId), await seen(donationId)]).toEqual([undefined, []])
  expect([await refundedOf(kept.intentId), await seen(kept.donationId)]).toEqual(['partly', [['succeeded', 500]]])
  await bank().closeDispute(lost, 'lost')
  await bank().closeDispute(won, 'won')
  for (const id of [intentId, kept.intentId]) await sendNotice(id, 'charge.dispute.closed')
  expect([await with_.stateOf(intentId), await refundedOf(intentId), await seen(donationId)]).toEqual([
    'DISPUTE_LOST',
    'wholly',
    [['succeeded', 2320]],
  ])
  expect([await with_.stateOf(kept.intentId), await refundedOf(kept.intentId), await seen(kept.donationId)]).toEqual([
    'DISPUTE_WON',
    'partly',
    [['succeeded', 500]],
  ])
  await with_.drain()
  expect(await troubles()).toEqual([])
})

test('after a refund and a dispute of one basket, books, receipts and totals match the bank', async () => {
  const campaigns = [await aCampaign(installation.app), await aCampaign(installation.app)]
  finance = await with_.staff()
  for (const end of ['lost', 'won'] as const) {
    const { token, viewer } = await aSession(installation.app)
    const baskets = `/v4/checkout/${viewer.accountId}/baskets`
    const basket = (await with_.ask<{ id: string }>(token, 'POST', baskets, { currency: 'GBP' })).body.id
    for (const { id } of campaigns)
      await with_.ask(token, 'POST', `${baskets}/${basket}/items`, {
        item: { projectId: String(id), amount: 3333, currency: 'GBP' },
        basketTip: 101,
      })
    const tokens = [{ type: 'card', token: 'pm_card_visa' }]
    const { intentId } = (
      await with_.ask<{ intentId: string }>(token, 'POST', `${baskets}/${basket}/checkout`, { tokens }, `basket-${end}`)
    ).body
    await with_.drain()
    const [first] = await installation.app.db
      .selectFrom('giving.donation')
      .select('id')
      .where('intent_id', '=', intentId)
      .orderBy('line')
      .execute()
    const lines = [{ donationId: first!.id, gift: 3333 }]
    expect((await with_.refund(finance, intentId, { everything: false, lines })).status).toBe(200)
    const id = await dispute(intentId)
    await sendNotice(intentId, 'charge.dispute.created')
    await bank().closeDispute(id, end)
    await sendNotice(intentId, 'charge.dispute.closed')
    await with_.drain()
    expect([await with_.stateOf(intentId), (await liveReceipts(intentId)).length]).toEqual(
      end === 'lost' ? ['DISPUTE_LOST', 0] : ['DISPUTE_WON', 1],
    )
    expect(await troubles()).toEqual([])
  }
})

test('an erased donor is emailed about a lost dispute, and the email is deleted after sending [privacy-4]', async () => {
  const campaignId = (await aCampaign(installation.app)).id
  const { token, viewer } = await aSession(installation.app)
  const { intentId } = await with_.donation(campaignId, {}, token)
  const id = await dispute(intentId)
  await sendNotice(intentId, 'charge.dispute.created')
  expect((await with_.ask(token, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
  clock.move({ days: 30 })
  await bank().closeDispute(id, 'lost')
  await sendNotice(intentId, 'charge.dispute.closed')
  // Other tests left webhooks in the queue for thirty days, which come first.
  await handleRefundWebhooks(installation.app)
  await with_.drain()
  const mails = () =>
    installation.app.db
      .selectFrom('notifications.mail')
      .select('subject')
      .where('to_address', '=', viewer.email)
      .where('kind', '=', 'refund')
      .execute()
  expect(await mails()).toEqual([{ subject: 'Your bank returned £23.20 to you' }])
  clock.move({ days: 4 })
  await purgeMails(installation.app, ['refund-of-erased'], clock.now())
  expect(await mails()).toEqual([])
  expect(await with_.stateOf(intentId)).toBe('DISPUTE_LOST')
  expect(await troubles()).toEqual([])
})
