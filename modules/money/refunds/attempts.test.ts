import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { expireOrders } from '#modules/money/giving/payment/expire-orders.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { refundHelpers } from './testing.ts'

type Found = {
  donations: {
    intentId: string
    reference: string
    isPaid: boolean
    state: string
    campaign: string
    email: string | null
    amount: number
  }[]
}
type Tried = {
  attempts: {
    state: string
    declineCode: string | null
    declineClass: string | null
    card: object | null
    at: string
  }[]
  planDonation: object | null
  donations: { reference: string }[]
}

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let campaignId: bigint
let support: string
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  with_ = refundHelpers(installation)
  campaignId = (await aCampaign(installation.app, { ends_at: null })).id
  support = await with_.staff('support')
})
afterAll(() => installation.close())

/** Moves the clock and logs staff in again, because idle staff are logged out. */
async function at(instant: Date) {
  now = instant
  support = await with_.staff('support')
}
const find = async (query: string) =>
  (await with_.ask<Found>(support, 'GET', `/v4/staff/donations?query=${encodeURIComponent(query)}`)).body.donations
const attempts = async (intentId: string, token = support) =>
  with_.ask<Tried>(token, 'GET', `/v4/staff/donations/${intentId}/attempts`)
let nth = 0
/** Submits a payment of 20.00 that the bank declines, by a guest or the account of the token. */
async function declined(over: { email?: string; donor?: string; token?: string; intentId?: string } = {}) {
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/api/donate/donate/${campaignId}`,
    remoteAddress: `198.51.100.${(nth += 1)}`,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': `press-${nth}`,
      'session-id': `visit-${over.email ?? nth}`,
      ...(over.donor ? { authorization: `Bearer ${over.donor}` } : {}),
    },
    payload: {
      amount: '20',
      feeAmount: '0',
      currency: 'GBP',
      tokens: [{ type: 'card', token: over.token ?? 'pm_card_visa_chargeDeclined' }],
      ...(over.intentId ? { intentId: over.intentId } : {}),
      ...(over.donor ? {} : { guest: { email: over.email, name: 'Bilal Khan' } }),
    },
  })
  return answer
}
const sign = (email: string) => `${email}-${(nth += 1)}@example.org`

test('a guest’s declined donation is found by email, reference and id, with its attempts and codes [payments-8]', async () => {
  const email = sign('declined')
  expect((await declined({ email })).statusCode).toBe(402)
  const [found, ...more] = await find(email.toUpperCase())
  expect(more).toEqual([])
  expect(found).toMatchObject({
    isPaid: false,
    state: 'CREATED',
    email,
    amount: 2000,
    campaign: 'Clean water for Tharparkar',
  })
  const { intentId, reference } = found!
  for (const query of [reference, ` ${reference.toLowerCase()} `, intentId])
    expect([query, (await find(query)).map((donation) => donation.intentId)]).toEqual([query, [intentId]])
  const { status, body } = await attempts(intentId)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    state: 'CREATED',
    donor: { name: 'Bilal Khan', email, isMember: false },
    donations: [{ reference, gift: 2000, tip: 0 }],
    attempts: [
      {
        state: 'DECLINED',
        declineCode: 'generic_decline',
        declineClass: 'SOFT',
        at: now.toISOString(),
        nextLookupAt: null,
      },
    ],
    planDonation: null,
  })
  expect(JSON.stringify(body)).not.toMatch(/fingerprint|"ip"|cardCountry|email_key|challenge/)
  await at(new Date(now.getTime() + 3 * 86_400_000))
  await expireOrders(installation.app)
  const closed = await find(email)
  expect(closed).toMatchObject([{ intentId, isPaid: false }])
  expect(['FAILED', 'EXPIRED', 'CANCELLED']).toContain(closed[0]!.state)
  for (const query of [reference, intentId])
    expect((await find(query)).map((donation) => donation.intentId)).toEqual([intentId])
})

test('an account’s declined payment is found by email, and when paid it is one donation with both attempts', async () => {
  const { token, viewer } = await aSession(installation.app)
  expect((await declined({ donor: token })).statusCode).toBe(402)
  const [open] = await find(viewer.email)
  expect(open).toMatchObject({ isPaid: false })
  expect((await declined({ donor: token, token: 'pm_card_visa', intentId: open!.intentId })).statusCode).toBe(200)
  await with_.drain()
  expect(await find(viewer.email)).toMatchObject([{ intentId: open!.intentId, isPaid: true, state: 'SUCCEEDED' }])
  for (const url of [`/v4/staff/donations/${open!.intentId}`, `/v4/staff/donations/${open!.intentId}/attempts`])
    expect((await with_.ask<Tried>(support, 'GET', url)).body.attempts).toMatchObject([
      { state: 'DECLINED', declineCode: 'generic_decline' },
      { state: 'SUCCEEDED', declineCode: null, card: { brand: 'visa', last4: '4242' } },
    ])
})

test('a search is audited, only support and finance can search, and an unknown id isn’t found', async () => {
  const email = sign('audited')
  await declined({ email })
  const { intentId } = (await find(email))[0]!
  await attempts(intentId)
  expect(await entriesAbout(installation.app.db, `intent:${intentId}`, 5)).toMatchObject([
    { act: 'refunds.attempts-viewed', ip: '127.0.0.1' },
  ])
  for (const token of [await with_.staff('reviewer'), (await aSession(installation.app)).token])
    expect((await attempts(intentId, token)).status).toBe(403)
  for (const nothing of ['nothing', installation.app.newId()]) expect((await attempts(nothing)).status).toBe(404)
})

test('searches for closed payments use the indexes on reference and email', async () => {
  const { sql } = await import('kysely')
  const plans = await installation.app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from payments.intent
      where state in ('FAILED', 'EXPIRED', 'CANCELLED') and payments.references_in(order_details) @> array['0123456789']`.execute(
      tx,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plans).toContain('intent_unpaid_references')
})
