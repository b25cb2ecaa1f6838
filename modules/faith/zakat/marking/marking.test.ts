import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setZakatVerified } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { draftPayoutIn } from '#modules/money/payouts/draft-payout.ts'
import { bankDetailsInForce } from '#modules/money/payouts/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let finance: string
let donor: string
const clock = manualClock()
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: clock.now,
    environment: { PAYOUT_MINIMUM: 'GBP 1' },
  })
  with_ = refundHelpers(installation)
  finance = await with_.staff()
  donor = (await aSession(installation.app)).token
})
afterAll(() => installation.close())

type Marking = { isZakat: boolean; zakatEligible: number; currency: string; canMark?: boolean; reason?: string | null }
const pathOf = (donationId: string) => `/v4/account/donations/${donationId}/zakat`
const mark = (donationId: string, token = donor) => with_.ask<Marking>(token, 'POST', pathOf(donationId))
const check = (donationId: string, token = donor) => with_.ask<Marking>(token, 'GET', pathOf(donationId))
const booked = async (campaignId: bigint) =>
  (
    await sql<{ account: string; sum: bigint }>`select account, -sum(amount)::bigint as sum from ledger.entry
      where subject_id = ${campaignId} and meaning = 'gift' group by account order by account`.execute(
      installation.app.db,
    )
  ).rows.map(({ account, sum }) => [account, Number(sum)])
const breaches = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all))
    // The clock doesn't move, so Q8 reports emails and look-ups as overdue.
    .filter(({ title, count }) => count > 0 && !title.startsWith('Q8'))
    .map(({ title, rows }) => [title, rows])

test('one of several concurrent requests marks the donation, and all return the same', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true, zakat_eligible_bps: 9000 })
  const { donationId } = await with_.donation(id, { amount: '50' }, donor)
  expect(await check(donationId)).toMatchObject({
    status: 200,
    body: { isZakat: false, zakatEligible: 4392, currency: 'GBP', canMark: true, reason: null },
  })
  const responses = await Promise.all(Array.from({ length: 8 }, () => mark(donationId)))
  for (const response of responses)
    expect(response).toEqual({ status: 200, body: { isZakat: true, zakatEligible: 4392, currency: 'GBP' } })
  expect(await booked(id)).toEqual([
    ['campaign_payable', 608],
    ['zakat_payable', 4392],
  ])
  expect(await entriesAbout(installation.app.db, `donation:${donationId}`, 10)).toMatchObject([
    { act: 'giving.donation-marked-as-zakat', details: { zakatEligible: '4392', currency: 'GBP' } },
  ])
  const events = () =>
    installation.app.db
      .selectFrom('outbox.event')
      .select('payload')
      .where('kind', '=', 'donation.marked-as-zakat')
      .execute()
  expect(await events()).toMatchObject([{ payload: { donationId, campaignId: String(id), zakatEligible: '4392' } }])
  await with_.drain()
  expect(await events()).toEqual([])
  expect((await check(donationId)).body).toMatchObject({
    isZakat: true,
    canMark: false,
    reason: 'zakat-marked-already',
  })
  const history = await with_.ask<object>(donor, 'GET', `/v4/account/donations/${donationId}`)
  expect(history.body).toMatchObject({ isZakat: true, zakatEligible: 4392 })
  expect(await breaches()).toEqual([])
})

test('staff see the marking among the payment’s ledger entries', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true })
  const { donationId, intentId } = await with_.donation(id, {}, donor)
  await mark(donationId)
  const { body } = await with_.ask<{ books: { event: string; account: string; amount: number }[] }>(
    finance,
    'GET',
    `/v4/staff/donations/${intentId}`,
  )
  expect(body.books.filter(({ event }) => event === 'marked-as-zakat').map(({ account }) => account)).toEqual(
    expect.arrayContaining(['campaign_payable', 'zakat_payable']),
  )
})

test('refunding a marked donation leaves nothing in either account', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true })
  const { donationId, intentId } = await with_.donation(id, {}, donor)
  await mark(donationId)
  await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 1000 }] })
  await with_.drain()
  expect(await breaches()).toEqual([])
  await with_.refund(finance, intentId)
  await with_.drain()
  expect((await booked(id)).map(([, sum]) => sum)).toEqual([0, 0])
  expect(await breaches()).toEqual([])
})

test('the issued receipt doesn’t change', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true })
  const { donationId, intentId } = await with_.donation(id, {}, donor)
  const receipts = () =>
    installation.app.db.selectFrom('receipts.receipt').selectAll().where('intent_id', '=', intentId).execute()
  const before = await receipts()
  expect(before).toHaveLength(1)
  await mark(donationId)
  await with_.drain()
  expect(await receipts()).toEqual(before)
})

test('another account and unknown ids are not found', async () => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true })
  const { donationId } = await with_.donation(id, {}, donor)
  const other = (await aSession(installation.app)).token
  for (const [requestText, token] of [
    [donationId, other],
    [randomUUID(), donor],
    ['no-id', donor],
  ] as const) {
    expect(await mark(requestText, token)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await check(requestText, token)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
})

const refusals: readonly (readonly [string, (ids: { id: bigint; intentId: string; donationId: string }) => unknown])[] =
  [
    [
      'zakat-mark-refunded',
      ({ intentId, donationId }) =>
        with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 100 }] }),
    ],
    ['zakat-mark-refunded', ({ intentId }) => with_.refund(finance, intentId)],
    [
      'zakat-mark-not-verified',
      async ({ id }) => {
        await installation.app.write((tx) => setZakatVerified(tx, id, null, clock.now()))
        clock.move({ seconds: 5 })
      },
    ],
    [
      'zakat-mark-paid-out',
      async ({ id }) => {
        const { organization_id: organizationId } = await installation.app.db
          .selectFrom('campaigns.campaign')
          .select('organization_id')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        await bankDetailsInForce(installation, organizationId)
        clock.move({ days: 8 })
        const account = { organizationId, currency: 'GBP' } as const
        await installation.app.write((tx) => draftPayoutIn(installation.app, tx, account, 'job'))
      },
    ],
  ]
test.each(refusals)('refuses with %s and a message, and changes nothing', async (code, prepare) => {
  const { id } = await aCampaign(installation.app, { zakat_verified: true })
  const given = await with_.donation(id, {}, donor)
  await prepare({ id, ...given })
  await with_.drain()
  const before = await booked(id)
  const refused = await mark(given.donationId)
  expect(refused).toMatchObject({ status: 409, body: { code } })
  expect(refused.body.message).toMatch(/zakat/)
  expect((await check(given.donationId)).body).toMatchObject({ canMark: false, reason: code, isZakat: false })
  expect(await booked(id)).toEqual(before)
})
