import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { mailLayout, type MailContent } from '#modules/platform/notifications/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { decideRefundRequest } from './decide-request.ts'
import { listRefundRequests } from './queries/requests.ts'
import { sweepRefunds } from './look-up.ts'
import { requestRefund } from './request-refund.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let campaignId: bigint
let finance: string
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, environment: { REFUND_REVIEW_ABOVE: 'GBP 50, KWD 50' } })
  with_ = refundHelpers(installation)
  campaignId = (await aCampaign(installation.app)).id
  finance = await with_.staff()
})
afterAll(() => installation.close())

const review = (token: string, id: string, decision: string) =>
  with_.ask<{ state: string; approvedBy: string | null }>(token, 'POST', `/v4/staff/refunds/${id}/review`, { decision })
const ask = (token: string, donationId: string, reason = 'I meant to give 2, not 20.') =>
  with_.ask<{ id: string }>(token, 'POST', `/v4/account/donations/${donationId}/refund-request`, { reason })
const decide = (token: string, id: string, decision: string, note = '') =>
  with_.ask<{ refund: { state: string; amount: number } | null }>(
    token,
    'POST',
    `/v4/staff/refund-requests/${id}/decision`,
    { decision, note },
  )

test('a large refund waits for a second person, holds its amount, and is made when approved [refunds-6]', async () => {
  const { intentId } = await with_.donation(campaignId, { amount: '50' })
  const proposed = await with_.refund(finance, intentId)
  expect(proposed.body).toMatchObject({ state: 'proposed', amount: 5320 })
  expect(await with_.truth(intentId)).toBe(0)
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-nothing-left')
  expect(await review(finance, proposed.body.id, 'approve')).toMatchObject({
    status: 409,
    body: { code: 'refund-own-review' },
  })
  const approveOwn = installation.app.write((tx) =>
    tx
      .updateTable('refunds.refund')
      .set((e) => ({ approved_by: e.ref('requested_by') }))
      .where('id', '=', proposed.body.id)
      .execute(),
  )
  await expect(approveOwn).rejects.toMatchObject({ code: '23514' })
  expect((await review(await with_.staff('support'), proposed.body.id, 'approve')).status).toBe(403)
  const [second, third] = [await with_.staff(), await with_.staff('admin')]
  const responses = await Promise.all([
    review(second, proposed.body.id, 'approve'),
    review(third, proposed.body.id, 'approve'),
  ])
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 200)!.body).toMatchObject({
    state: 'succeeded',
    approvedBy: 'Farah Finance',
  })
  expect(await with_.truth(intentId)).toBe(5320)
  expect((await entriesAbout(installation.app.db, `refund:${proposed.body.id}`, 10)).map(({ act }) => act)).toEqual([
    'refunds.refund-approved',
    'refunds.refund-proposed',
  ])
})

test('a cancelled proposal holds nothing, and a refund below the limit needs no second person', async () => {
  const { donationId, intentId } = await with_.donation(campaignId, { amount: '50' })
  const proposed = await with_.refund(finance, intentId)
  expect((await review(finance, proposed.body.id, 'reject')).body.state).toBe('canceled')
  expect((await review(await with_.staff(), proposed.body.id, 'approve')).body.code).toBe('refund-decided')
  expect(
    (await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 5000 }] })).body.state,
  ).toBe('succeeded')
  expect((await review(finance, installation.app.newId(), 'approve')).status).toBe(404)
})

test('a proposal overtaken by a dashboard refund is cancelled, and that refund is recorded instead', async () => {
  const { intentId } = await with_.donation(campaignId, { amount: '50' })
  const proposed = await with_.refund(finance, intentId)
  await installation.sandbox!.gateway.refund({ charge: await with_.chargeOf(intentId) })
  await sweepRefunds(installation.app, new Date(0))
  const refunds = installation.app.db
    .selectFrom('refunds.refund')
    .select(['id', 'origin', 'state', 'failure_reason as why', 'amount'])
    .where('intent_id', '=', intentId)
  expect(await refunds.orderBy('created_at').execute()).toEqual([
    { id: proposed.body.id, origin: 'staff', state: 'canceled', why: 'overtaken', amount: 5320n },
    { id: expect.any(String), origin: 'provider', state: 'succeeded', why: null, amount: 5320n },
  ])
  expect((await review(await with_.staff(), proposed.body.id, 'approve')).body.code).toBe('refund-decided')
  expect(await with_.truth(intentId)).toBe(5320)
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({ manualReviews: [] })
})

test('a donor requests a refund once, staff see it, and granting it refunds the donation once', async () => {
  const { token } = await aSession(installation.app)
  const stranger = (await aSession(installation.app)).token
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  expect((await ask(stranger, donationId)).status).toBe(404)
  expect((await ask(token, donationId, ' ')).body).toMatchObject({ fields: { reason: 'Give a reason.' } })
  const request = await Promise.all([ask(token, donationId), ask(token, donationId), ask(token, donationId)])
  expect(request.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const { id } = request.find(({ status }) => status === 200)!.body
  expect(await listRefundRequests(installation.app.db, 'open', 10)).toMatchObject([
    { id, donationId, intentId, reason: 'I meant to give 2, not 20.', gift: 2000n },
  ])
  const seen = () =>
    with_.ask<{ request: object; canAsk: boolean; refunds: object[] }>(
      token,
      'GET',
      `/v4/account/donations/${donationId}/refunds`,
    )
  expect((await seen()).body).toMatchObject({ request: { state: 'open' }, canAsk: false, refunds: [] })
  expect((await with_.ask(stranger, 'GET', `/v4/account/donations/${donationId}/refunds`)).status).toBe(404)
  expect((await decide(await with_.staff('reviewer'), id, 'grant')).status).toBe(403)
  const decisions = await Promise.all([decide(finance, id, 'grant'), decide(finance, id, 'grant')])
  expect(decisions.map(({ status }) => status)).toContain(200)
  expect(await with_.truth(intentId)).toBe(2320)
  await with_.drain()
  expect((await seen()).body).toMatchObject({
    request: { state: 'granted', note: '' },
    canAsk: false,
    refunds: [{ state: 'succeeded', amount: 2320 }],
  })
  expect(
    await installation.app.db.selectFrom('refunds.refund').select('id').where('intent_id', '=', intentId).execute(),
  ).toHaveLength(1)
})

/** Requests a refund without the rate limit of the HTTP layer. */
const requestOf = (viewer: AccountViewer, donationId: string) =>
  requestRefund(installation.app, viewer, aRequestContext(), { donationId, reason: 'I meant to give 2, not 20.' })

test('of two concurrent decisions about a request, ledger, provider and mailbox see one', async () => {
  const { token, viewer } = await aSession(installation.app)
  const colleagues = [finance, await with_.staff(), await with_.staff('admin')] as const
  const counts = { granted: 0, declined: 0 }
  for (let round = 0; round < 24; round += 1) {
    const { donationId, intentId } = await with_.donation(campaignId, {}, token)
    const { id } = await requestOf(viewer, donationId)
    const [first, second] = [colleagues[round % 3]!, colleagues[(round + 1) % 3]!]
    // Varies which decision is some milliseconds ahead.
    const ahead = (round % 12) * 4 - 16
    const answers = await Promise.all([
      wait(Math.max(0, -ahead)).then(() => decide(first, id, 'grant')),
      wait(Math.max(0, ahead)).then(() => decide(second, id, 'decline', 'The well is built already.')),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const loser = answers.find(({ status }) => status === 409)!
    expect(loser.body.code).toBe('refund-decided')
    const outcome = answers[0].status === 200 ? 'granted' : 'declined'
    counts[outcome] += 1
    await with_.drain()
    const request = await installation.app.db
      .selectFrom('refunds.request')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const refunds = await installation.app.db
      .selectFrom('refunds.refund')
      .select(['id', 'state'])
      .where('intent_id', '=', intentId)
      .execute()
    const back = refunds.map((refund) => refund.id)
    const mails = await installation.app.db
      .selectFrom('notifications.mail')
      .select(['kind', 'message_id as messageId'])
      .where((e) =>
        e.or([
          e('message_id', 'like', `%refund-request.${id}%`),
          ...back.map((refundId) => e('message_id', 'like', `%refund.${refundId}%`)),
        ]),
      )
      .execute()
    const acts = (await entriesAbout(installation.app.db, `donation:${donationId}`, 10)).map(({ act }) => act)
    expect({
      state: request.state,
      refundId: request.refund_id,
      note: request.note,
      truth: await with_.truth(intentId),
    }).toEqual(
      outcome === 'granted'
        ? { state: 'granted', refundId: back[0], note: '', truth: 2320 }
        : { state: 'declined', refundId: null, note: 'The well is built already.', truth: 0 },
    )
    expect(refunds.map(({ state }) => state)).toEqual(outcome === 'granted' ? ['succeeded'] : [])
    expect(mails.map(({ kind }) => kind)).toEqual([outcome === 'granted' ? 'refund' : 'refund-declined'])
    expect(acts.filter((act) => act.startsWith('refunds.request-'))).toEqual([`refunds.request-${outcome}`])
  }
  // Each outcome was first often enough to show a race.
  expect(counts.granted).toBeGreaterThan(0)
  expect(counts.declined).toBeGreaterThan(0)
}, 60_000)

test('a request granted twice at once is refunded once, and one that can’t be granted stays open', async () => {
  const { token, viewer } = await aSession(installation.app)
  const colleague = await with_.staff()
  for (let round = 0; round < 24; round += 1) {
    const { donationId, intentId } = await with_.donation(campaignId, {}, token)
    const { id } = await requestOf(viewer, donationId)
    const answers = await Promise.all([
      decide(finance, id, 'grant'),
      decide(colleague, id, 'grant'),
      decide(finance, id, 'grant'),
    ])
    expect(answers.map(({ status, body }) => body.code ?? String(status)).toSorted()).toEqual([
      '200',
      'refund-decided',
      'refund-decided',
    ])
    expect(await with_.truth(intentId)).toBe(2320)
  }
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const { id } = await requestOf(viewer, donationId)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query(`update payments.intent set provider = 'demo' where id = $1`, [intentId])
  expect((await decide(finance, id, 'grant')).body.code).toBe('refund-elsewhere')
  expect(
    (await listRefundRequests(installation.app.db, 'open', 10)).map((refundRequest) => refundRequest.id),
  ).toContain(id)
  await owner.query(`update payments.intent set provider = 'sandbox' where id = $1`, [intentId])
  // The database refuses a second decision, too.
  await decide(finance, id, 'decline', 'The well is built already.')
  await expect(
    owner.query(`update refunds.request set state = 'open', decided_at = null where id = $1`, [id]),
  ).rejects.toThrow('is already declined')
  await expect(owner.query(`update refunds.request set state = 'granted' where id = $1`, [id])).rejects.toThrow(
    'is already declined',
  )
  await owner.end()
})

test('a refund by staff leaves nothing of the donor’s request to decide', async () => {
  const { token } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const { id } = (await ask(token, donationId)).body
  await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 500 }] })
  expect(
    (await listRefundRequests(installation.app.db, 'open', 10)).map((refundRequest) => refundRequest.id),
  ).toContain(id)
  await with_.refund(finance, intentId)
  expect(
    (await listRefundRequests(installation.app.db, 'open', 10)).map((refundRequest) => refundRequest.id),
  ).not.toContain(id)
  expect(
    (await listRefundRequests(installation.app.db, 'granted', 10)).map((refundRequest) => refundRequest.id),
  ).toContain(id)
})

test('declining a request needs a reason, emails it to the donor and refunds nothing', async () => {
  const { token, viewer } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const { id } = (await ask(token, donationId)).body
  expect((await decide(finance, id, 'decline')).body).toMatchObject({ fields: { note: 'Give the donor a reason.' } })
  expect((await decide(finance, id, 'decline', 'The well is built already.')).status).toBe(200)
  expect((await decide(finance, id, 'grant')).body).toMatchObject({ code: 'refund-decided' })
  const mail = await installation.app.db
    .selectFrom('notifications.mail')
    .selectAll()
    .where('to_address', '=', viewer.email)
    .where('kind', '=', 'refund-declined')
    .executeTakeFirstOrThrow()
  expect(mailLayout(mail.content as unknown as MailContent).text).toContain('The well is built already.')
  expect(await with_.truth(intentId)).toBe(0)
  // The donor can make a new request.
  expect((await ask(token, donationId)).status).toBe(200)
})

test('other modules decide through the same function, which checks the role', async () => {
  const { token, viewer: donor } = await aSession(installation.app)
  const { donationId } = await with_.donation(campaignId, {}, token)
  const { id } = (await ask(token, donationId)).body
  await expect(
    decideRefundRequest(installation.app, donor, aRequestContext(), { requestId: id, decision: 'grant', note: '' }),
  ).rejects.toMatchObject({
    code: 'not-allowed',
  })
  const { viewer } = await aSession(installation.app, { roles: ['finance'] })
  const decided = await decideRefundRequest(installation.app, viewer, aRequestContext(), {
    requestId: id,
    decision: 'grant',
    note: 'of course',
  })
  expect(decided).toMatchObject({ request: { state: 'granted' }, refund: { state: 'succeeded', note: 'of course' } })
})

test('words of support are removed with a full refund and stay after a partial one', async () => {
  const { token, viewer } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const response = await with_.ask(token, 'POST', '/v4/donations/comment', {
    userId: viewer.accountId,
    campaignId: String(campaignId),
    donationId,
    comment: 'May it flow.',
  })
  expect(response.status).toBe(200)
  const words = async () =>
    (
      (await installation.fastify.inject({ url: `/v4/campaigns/${campaignId}/comments` })).json() as {
        comments: object[]
      }
    ).comments.length
  expect(await words()).toBe(1)
  await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 500 }] })
  expect(await words()).toBe(1)
  await with_.refund(finance, intentId)
  expect(await words()).toBe(0)
})

test('a payment for two charities is refunded donation by donation, and each receipt has what is left', async () => {
  const other = (await aCampaign(installation.app)).id
  const key = 'a-basket'
  const basket = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/checkout/guest/baskets',
    headers: { 'content-type': 'application/json' },
    payload: { currency: 'GBP' },
  })
  const { id, token } = basket.json() as { id: string; token: string }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  for (const [projectId, amount] of [
    [campaignId, 2000],
    [other, 1000],
  ] as const)
    await installation.fastify.inject({
      method: 'POST',
      url: `/v4/checkout/guest/baskets/${id}/items`,
      headers,
      payload: { item: { projectId: String(projectId), amount, currency: 'GBP' } },
    })
  const response = await installation.fastify.inject({
    method: 'POST',
    url: `/v4/checkout/guest/baskets/${id}/checkout`,
    headers: { ...headers, 'idempotency-key': key },
    payload: {
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      guest: { email: 'two@example.org', name: 'Bilal Khan' },
    },
  })
  expect(response.statusCode).toBe(200)
  await with_.drain()
  const { intent_id: intentId } = await installation.app.db
    .selectFrom('giving.donation')
    .select('intent_id')
    .where('campaign_id', '=', other)
    .executeTakeFirstOrThrow()
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'gift'])
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()
  const made = await with_.refund(finance, intentId, {
    everything: false,
    lines: [{ donationId: donations[1]!.id, gift: 1000 }],
  })
  expect(made.body).toMatchObject({ state: 'succeeded', amount: 1000 })
  await with_.drain()
  const live = await installation.app.db
    .selectFrom('receipts.receipt as r')
    .leftJoin('receipts.void as v', 'v.receipt_id', 'r.id')
    .innerJoin('receipts.line as l', 'l.receipt_id', 'r.id')
    .select(['l.donation_id as donationId', 'r.revision', 'r.snapshot'])
    .where('r.intent_id', '=', intentId)
    .where('v.receipt_id', 'is', null)
    .execute()
  // The other charity's receipt was right and stays.
  expect(live).toMatchObject([{ donationId: donations[0]!.id, revision: 1, snapshot: { gift: '20.00' } }])
})

test('a three-decimal currency is refunded in steps of ten, and odd parts are refused (refunds-2)', async () => {
  const [one, other] = await Promise.all([
    aCampaign(installation.app, { currency: 'KWD' }),
    aCampaign(installation.app, { currency: 'KWD' }),
  ])
  const { token, viewer } = await aSession(installation.app)
  const baskets = `/v4/checkout/${viewer.accountId}/baskets`
  const { id } = (await with_.ask<{ id: string }>(token, 'POST', baskets, { currency: 'KWD' })).body
  for (const campaign of [one, other])
    await with_.ask(token, 'POST', `${baskets}/${id}/items`, {
      item: { projectId: String(campaign.id), amount: 5120, currency: 'KWD' },
      basketTip: 1630,
    })
  const response = await with_.ask<{ intentId: string }>(
    token,
    'POST',
    `${baskets}/${id}/checkout`,
    { tokens: [{ type: 'card', token: 'pm_card_visa' }] },
    'kwd',
  )
  await with_.drain()
  const { intentId } = response.body
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'gift', 'tip'])
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()
  // The tip is shared equally, so that no donation alone is a multiple of the step.
  expect(donations.map(({ gift, tip }) => gift + tip)).toEqual([5935n, 5935n])
  const odd = await with_.refund(finance, intentId, {
    everything: false,
    lines: [{ donationId: donations[0]!.id, gift: 1003 }],
  })
  expect(odd).toMatchObject({
    status: 400,
    body: {
      code: 'refund-in-steps',
      message: 'The payment provider refunds KWD in steps of 0.010. Choose amounts that add up to a multiple of it.',
    },
  })
  const request = (await ask(token, donations[0]!.id)).body
  expect((await decide(finance, request.id, 'grant')).body.refund).toMatchObject({ state: 'succeeded', amount: 5930 })
  await with_.drain()
  const body = (
    await with_.ask<{ gift: number; refundedDonation: number }>(
      token,
      'GET',
      `/v4/account/donations/${donations[0]!.id}`,
    )
  ).body
  expect(body.refundedDonation).toBe(body.gift)
  // The remainder of the first donation is refunded with the rest.
  expect((await with_.refund(finance, intentId)).body).toMatchObject({ state: 'succeeded', amount: 5940 })
  expect(await with_.truth(intentId)).toBe(11_870)
})

test('an erased account’s requests are deleted, and its refunds stay in the books', async () => {
  const { token, viewer } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  await ask(token, donationId)
  await with_.refund(finance, intentId)
  const { eraseRequests } = await import('./index.ts')
  await installation.app.write((tx) => eraseRequests(tx, viewer.accountId))
  expect(
    await installation.app.db
      .selectFrom('refunds.request')
      .select('id')
      .where('account_id', '=', viewer.accountId)
      .execute(),
  ).toEqual([])
  expect(
    await installation.app.db.selectFrom('refunds.refund').select('state').where('intent_id', '=', intentId).execute(),
  ).toEqual([{ state: 'succeeded' }])
})

test('a request whose refund is rejected in review is declined with a reason and can be repeated', async () => {
  const { token } = await aSession(installation.app)
  const { donationId } = await with_.donation(campaignId, { amount: '50' }, token)
  const { id } = (await ask(token, donationId)).body
  const { refund } = (await decide(finance, id, 'grant')).body as unknown as { refund: { id: string; state: string } }
  expect(refund.state).toBe('proposed')
  const refused = await with_.ask(await with_.staff(), 'POST', `/v4/staff/refunds/${refund.id}/review`, {
    decision: 'reject',
    note: 'The well is built.',
  })
  expect(refused.status).toBe(200)
  const mails = (
    await installation.app.db
      .selectFrom('notifications.mail')
      .select(['kind', 'content'])
      .where('kind', '=', 'refund-declined')
      .execute()
  ).filter(({ content }) => JSON.stringify(content).includes(donationId))
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails[0]!.content)).toContain('The well is built.')
  const response = await with_.ask<object>(token, 'GET', `/v4/account/donations/${donationId}/refunds`)
  expect(response.body).toMatchObject({ request: { state: 'declined' }, canAsk: true })
  const listed = async (state: string) =>
    (
      await with_.ask<{ requests: { id: string }[] }>(finance, 'GET', `/v4/staff/refund-requests?state=${state}`)
    ).body.requests.filter((request) => request.id === id)
  expect(await listed('declined')).toMatchObject([{ state: 'declined' }])
  expect(await listed('granted')).toEqual([])
  expect((await ask(token, donationId, 'It was my neighbour’s card.')).status).toBe(200)
})
