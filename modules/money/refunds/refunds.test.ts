import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { listOrganizerDonations } from '#modules/money/giving/queries/organizer.ts'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { addRefundedAmounts } from '#modules/money/giving/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { mailLayout, type MailContent } from '#modules/platform/notifications/index.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds, handleRefundWebhooks } from './look-up.ts'
import { settleRefund } from './settle-refund.ts'
import { refundHelpers } from './testing.ts'

let installation: TestApp
let with_: ReturnType<typeof refundHelpers>
let campaignId: bigint
let finance: string
let crashAt: string | undefined
const clock = manualClock()
const anHourAgo = () => new Date(clock.now().getTime() - 3_600_000)
beforeAll(async () => {
  installation = await createTestApp({
    withSandbox: true,
    clock: clock.now,
    environment: { PAYMENT_TIMEOUT_MS: '2500' },
  })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === crashAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  with_ = refundHelpers(installation)
  campaignId = (await aCampaign(installation.app, { zakat_verified: true, gift_aid: true })).id
  finance = await with_.staff()
})
afterAll(() => installation.close())

const stateOf = async (intentId: string) =>
  (
    await installation.app.db
      .selectFrom('payments.intent')
      .select('state')
      .where('id', '=', intentId)
      .executeTakeFirstOrThrow()
  ).state
const refundsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('refunds.refund')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .orderBy('origin', 'desc')
    .execute()
const raised = async (id: bigint) => (await campaignTotals(installation.app.db, [id]))[0]!
const mailsTo = (address: string) =>
  installation.app.db
    .selectFrom('notifications.mail')
    .selectAll()
    .where('to_address', '=', address)
    .where('kind', '=', 'refund')
    .orderBy('created_at')
    .execute()
const donations = async (intentId: string) =>
  (
    await with_.ask<{
      donations: { donationId: string; remaining: object }[]
      books: { account: string; amount: number; event: string }[]
      receipts: { number: string; voidedAt: string | null }[]
    }>(finance, 'GET', `/v4/staff/donations/${intentId}`)
  ).body

test('the same donation twice in one refund is refused', async () => {
  const { donationId, intentId } = await with_.donation(campaignId)
  const lines = [
    { donationId, gift: 500 },
    { donationId, gift: 700 },
  ]
  expect((await with_.refund(finance, intentId, { everything: false, lines })).status).toBe(400)
  expect(await refundsOf(intentId)).toEqual([])
})

test('staff find an erased guest’s payment by its reference, not by their email', async () => {
  const email = 'erased-guest@example.org'
  const { donationId, intentId } = await with_.donation(campaignId, { guest: { email, name: 'Bilal Khan' } })
  const found = async (query: string) =>
    (
      await with_.ask<{ donations: { intentId: string }[] }>(
        finance,
        'GET',
        `/v4/staff/donations?query=${encodeURIComponent(query)}`,
      )
    ).body.donations.map((donation) => donation.intentId)
  expect(await found(email)).toEqual([intentId])
  await installation.app.write((tx) =>
    sql`select giving.retain_for_accounting(${[donationId]}::uuid[], ${['2040-01-01']}::date[])`.execute(tx),
  )
  expect(await found(email)).toEqual([])
  expect(await found(donationId.slice(-10))).toEqual([intentId])
})

test('a full refund returns everything once, and nothing counts the donation any more (refunds-1)', async () => {
  const own = (await aCampaign(installation.app)).id
  const { donationId, intentId } = await with_.donation(own)
  await with_.donation(own)
  const donor = (
    await installation.app.db
      .selectFrom('giving.donation')
      .select('email')
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
  ).email!
  expect(await raised(own)).toMatchObject({ raised: 4000n, donationCount: 2n, donorCount: 2n })
  const response = await with_.refund(finance, intentId)
  expect(response).toMatchObject({ status: 200, body: { state: 'succeeded', amount: 2320 } })
  expect(await with_.truth(intentId)).toBe(2320)
  expect(await stateOf(intentId)).toBe('REFUNDED')
  await with_.drain()
  expect(await raised(own)).toMatchObject({ raised: 2000n, donationCount: 1n, donorCount: 1n })
  const { receipts, books } = await donations(intentId)
  expect(receipts.map(({ voidedAt }) => voidedAt === null)).toEqual([false])
  const balance = (account: string) =>
    books.filter((entry) => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0)
  expect([balance('campaign_payable'), balance('tip_revenue')]).toEqual([0, 0])
  expect(balance('processor_fee_expense')).toBe(-balance('provider_clearing'))
  const donors = await installation.fastify.inject({ url: `/v4/campaigns/${own}/donors` })
  expect((donors.json() as { donors: object[] }).donors).toHaveLength(1)
  const [mail, ...more] = await mailsTo(donor)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('Your refund of £23.20')
  const text = mailLayout(mail!.content as unknown as MailContent).text
  expect(text).toContain(`Receipt ${receipts[0]!.number} is no longer valid`)
  expect(text).toContain('Donation to Clean water for Tharparkar')
  expect(text).toContain('£3.20')
  // The payment method as on the receipt.
  expect(text).toContain('Refunded to: Visa ···· 4242')
  expect((await with_.refund(finance, intentId)).body).toMatchObject({ code: 'refund-nothing-left' })
})

test('a partial refund corrects receipt, zakat and Gift Aid to what is left (receipts-3)', async () => {
  const address = {
    FirstName: 'Amina',
    LastName: 'Yusuf',
    Address: '4 Sample Lane',
    City: 'Leicester',
    Zip: 'LE1 1AA',
    Country: 'GB',
  }
  const { token } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(
    campaignId,
    { amount: '50', zakah: true, giftAid: true, taxAddress: address },
    token,
  )
  const before = await installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  const response = await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift: 2000 }] })
  expect(response.body).toMatchObject({ state: 'succeeded', amount: 2000 })
  await with_.drain()
  expect(await stateOf(intentId)).toBe('PARTIALLY_REFUNDED')
  const body = (
    await with_.ask<{ status: string; refundedAmount: number; zakatEligible: number }>(
      token,
      'GET',
      `/v4/account/donations/${donationId}`,
    )
  ).body
  expect(body).toMatchObject({ status: 'partly-refunded', gift: 5000, refundedDonation: 2000, refundedAmount: 2000 })
  expect(body.zakatEligible).toBe(
    Number(before.zakat_eligible) - (2000 - Math.floor((Number(before.processing_fee) * 2000) / 5000)),
  )
  const year = (
    await with_.ask<{ gregorian: { sums: { gift: number; zakat: number; count: number }[] } }>(
      token,
      'GET',
      '/v4/account/giving',
    )
  ).body
  expect(year.gregorian.sums).toMatchObject([{ gift: 3000, zakat: body.zakatEligible, count: 1 }])
  const list = (
    await with_.ask<{ receipts: { id: string; gift: number; replaces: string | null }[] }>(token, 'GET', '/v4/receipts')
  ).body.receipts
  const [old] = (await donations(intentId)).receipts
  expect(list).toMatchObject([{ gift: 3000, replaces: old!.number }])
  const { snapshot } = await installation.app.db
    .selectFrom('receipts.receipt')
    .select('snapshot')
    .where('id', '=', list[0]!.id)
    .executeTakeFirstOrThrow()
  expect(snapshot).toMatchObject({ gift: '30.00', giftAid: { base: '30.00', amount: '7.50' } })
  const mail = (
    await mailsTo(
      (
        await installation.app.db
          .selectFrom('giving.donation')
          .select('email')
          .where('id', '=', donationId)
          .executeTakeFirstOrThrow()
      ).email!,
    )
  )[0]!
  const text = mailLayout(mail.content as unknown as MailContent).text
  expect(text).toContain('Please keep this one instead.')
  expect(text).toContain('so that much of your zakat is still due')
  expect(text).toContain('The charity no longer claims Gift Aid on the refunded amount.')
  // Refunding the rest withdraws the declaration.
  expect((await with_.refund(finance, intentId)).body).toMatchObject({ amount: 3320 })
  await with_.drain()
  const declaration = await installation.app.db
    .selectFrom('giving.gift_aid_declaration')
    .select('cancelled_at')
    .where('donation_id', '=', donationId)
    .executeTakeFirstOrThrow()
  expect(declaration.cancelled_at).not.toBeNull()
  expect((await with_.ask(token, 'GET', '/v4/receipts')).body).toMatchObject({ receipts: [] })
  expect((await with_.ask(token, 'GET', '/v4/account/giving')).body).toMatchObject({
    gregorian: { sums: [] },
    donationCount: 0,
    latest: [{ status: 'refunded' }],
    attention: [],
  })
})

test('the same request refunds once, even twenty times at once, and its key can’t be reused (payments-2)', async () => {
  const { donationId, intentId } = await with_.donation(campaignId)
  const part = { everything: false, lines: [{ donationId, gift: 500 }] }
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => with_.refund(finance, intentId, part, 'one-press')),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await with_.truth(intentId)).toBe(500)
  expect(await with_.refund(finance, intentId, { ...part, note: 'other' }, 'one-press')).toMatchObject({
    status: 422,
    body: { code: 'idempotency-key-reused' },
  })
  const whole = await with_.donation(campaignId)
  const twice = await Promise.all([1, 2, 3, 4].map(() => with_.refund(finance, whole.intentId, {}, 'one-whole-press')))
  expect([new Set(twice.map(({ status }) => status)), new Set(twice.map(({ body }) => body.id)).size]).toEqual([
    new Set([200]),
    1,
  ])
  const without = await with_.ask(finance, 'POST', `/v4/staff/donations/${intentId}/refunds`, {
    everything: true,
    reason: 'mistake',
  })
  expect(without).toMatchObject({ status: 400, body: { code: 'idempotency-key-missing' } })
})

test('one of two concurrent refunds succeeds, and more than is left is refused (refunds-1)', async () => {
  const { donationId, intentId } = await with_.donation(campaignId)
  const other = await with_.staff('admin')
  const answers = await Promise.all([with_.refund(finance, intentId), with_.refund(other, intentId)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await with_.truth(intentId)).toBe(2320)
  const second = await with_.donation(campaignId)
  const stale = { everything: false, alreadyRefunded: 0, lines: [{ donationId: second.donationId, gift: 1200 }] }
  const parts = await Promise.all([
    with_.refund(finance, second.intentId, stale),
    with_.refund(other, second.intentId, stale),
  ])
  expect(parts.map(({ status, body }) => `${status} ${body.code ?? ''}`).toSorted()).toEqual([
    '200 ',
    '409 refund-changed',
  ])
  const fits = { everything: false, lines: [{ donationId: second.donationId, gift: 801 }] }
  expect((await with_.refund(finance, second.intentId, fits)).body.code).toBe('refund-exceeds')
  expect(
    (await with_.refund(finance, second.intentId, { everything: false, lines: [{ donationId, gift: 1 }] })).status,
  ).toBe(404)
  expect((await with_.refund(finance, second.intentId, { everything: false, lines: [] })).body.code).toBe(
    'refund-nothing-left',
  )
})

test('the database refuses more than was captured or donated, and lines of another payment', async () => {
  const [one, other] = [await with_.donation(campaignId), await with_.donation(campaignId)]
  const { app } = installation
  const put = (amount: bigint, line: { gift: bigint; donationId: string }) =>
    app.write(async (tx) => {
      const id = app.newId()
      const instant = app.clock()
      await tx
        .insertInto('refunds.refund')
        .values({
          id,
          intent_id: one.intentId,
          state: 'requested',
          origin: 'provider',
          amount,
          currency: 'GBP',
          provider: 'sandbox',
          provider_refund_id: `re_${id}`,
          reason: 'other',
          note: '',
          requested_by: null,
          idempotency_key: null,
          request_hash: null,
          created_at: instant,
        })
        .execute()
      await tx
        .insertInto('refunds.line')
        .values({
          refund_id: id,
          donation_id: line.donationId,
          gift: line.gift,
          tip: 0n,
          covered_fee: 0n,
          fee_restored: 0n,
          zakat_eligible: 0n,
        })
        .execute()
    })
  await expect(put(2321n, { gift: 2000n, donationId: one.donationId })).rejects.toThrow(/exceed what was captured/)
  await expect(put(2001n, { gift: 2001n, donationId: one.donationId })).rejects.toThrow(/refunds exceed the donation/)
  await expect(put(100n, { gift: 100n, donationId: other.donationId })).rejects.toThrow(/of another payment/)
  await expect(put(100n, { gift: 99n, donationId: one.donationId })).rejects.toThrow(/lines are not its amount/)
  const none = { donationId: one.donationId, gift: 0n, tip: 0n, coveredFee: 0n, feeRestored: 0n, zakatEligible: 0n }
  for (const over of [
    { gift: 2001n },
    { tip: 321n },
    { coveredFee: 1n },
    { feeRestored: 2000n },
    { zakatEligible: 1n },
  ])
    await expect(app.write((tx) => addRefundedAmounts(tx, [{ ...none, ...over }], app.clock()))).rejects.toThrow(
      /refunds exceed the donation/,
    )
})

describe('a lost response', () => {
  const dueNow = async (intentId: string) => {
    await installation.app.write((tx) =>
      tx
        .updateTable('refunds.refund')
        .set({ next_lookup_at: installation.app.clock() })
        .where('intent_id', '=', intentId)
        .execute(),
    )
    await resolveDueRefunds(installation.app)
  }

  test.each([
    ['after_refund', 2320],
    ['before_refund', 0],
  ] as const)(
    'killed at %s: the look-up finds the refund or repeats it with the same key; it is made and booked once',
    async (place, given) => {
      const { intentId } = await with_.donation(campaignId)
      crashAt = place
      expect((await with_.refund(finance, intentId)).status).toBe(500)
      crashAt = undefined
      expect([await with_.truth(intentId), (await refundsOf(intentId))[0]!.state]).toEqual([given, 'requested'])
      await dueNow(intentId)
      expect((await refundsOf(intentId)).map(({ state }) => state)).toEqual(['succeeded'])
      await dueNow(intentId)
      expect(await with_.truth(intentId)).toBe(2320)
      expect((await donations(intentId)).books.filter(({ event }) => event === 'refund').length).toBeGreaterThan(0)
    },
  )

  test.each(['flt_timeout_after_charge', 'flt_500_after_charge', 'flt_429'])(
    '%s: unknown, then found, once',
    async (fault) => {
      const { intentId } = await with_.donation(campaignId)
      await with_.breakNext(fault)
      expect((await with_.refund(finance, intentId, {}, `${fault}-key`)).body.state).toBe('requested')
      // The same request returns the same refund.
      expect((await with_.refund(finance, intentId, {}, `${fault}-key`)).body.state).toBe('requested')
      await expect
        .poll(
          async () => {
            await dueNow(intentId)
            return (await refundsOf(intentId)).map(({ state }) => state)
          },
          { timeout: 20_000, interval: 300 },
        )
        .toEqual(['succeeded'])
      expect(await with_.truth(intentId)).toBe(2320)
    },
    30_000,
  )

  test('a provider that lost the request gets the same key for a day, and nothing is guessed', async () => {
    const { intentId } = await with_.donation(campaignId)
    await with_.breakNext('flt_timeout_before_charge')
    expect((await with_.refund(finance, intentId)).body.state).toBe('requested')
    await dueNow(intentId)
    expect((await refundsOf(intentId)).map(({ state }) => state)).toEqual(['requested'])
    expect((await with_.refund(finance, intentId)).body.code).toBe('refund-nothing-left')
    expect(await with_.truth(intentId)).toBe(0)
  })

  test('a refund that was never made is marked as failed when its key has expired, and holds nothing', async () => {
    const { intentId } = await with_.donation(campaignId)
    crashAt = 'before_refund'
    await with_.refund(finance, intentId)
    crashAt = undefined
    clock.move({ days: 1 })
    finance = await with_.staff()
    await resolveDueRefunds(installation.app)
    clock.move({ days: -1 })
    expect((await refundsOf(intentId)).map(({ state, failure_reason }) => [state, failure_reason])).toEqual([
      ['failed', 'never-made'],
    ])
    finance = await with_.staff()
    expect((await with_.refund(finance, intentId)).body.state).toBe('succeeded')
  })
})

test('a refund that the bank returns is reversed in the books, and the donation counts again (refunds-1)', async () => {
  const own = (await aCampaign(installation.app)).id
  const level = await aLevel(installation.app, own, { claim_limit: 1 })
  const { donationId, intentId } = await with_.donation(own, {
    rewardID: String(level.id),
    amount: '25',
    tokens: [{ type: 'card', token: 'pm_card_refundFail' }],
  })
  const claimed = async () =>
    (
      await installation.app.db
        .selectFrom('campaigns.level')
        .select('claimed')
        .where('id', '=', level.id)
        .executeTakeFirstOrThrow()
    ).claimed
  const { email } = await installation.app.db
    .selectFrom('giving.donation')
    .select('email')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow()
  const subjects = async () => (await mailsTo(email!)).map(({ subject }) => subject)
  expect(await claimed()).toBe(1)
  expect((await with_.refund(finance, intentId)).body.state).toBe('succeeded')
  await with_.drain()
  expect([await claimed(), (await raised(own)).raised, (await raised(own)).donorCount]).toEqual([0, 0n, 0n])
  expect(await subjects()).toEqual(['Your refund of £28.20'])
  await expect.poll(() => with_.truth(intentId)).toBe(0)
  expect(await sweepRefunds(installation.app, anHourAgo())).toBeGreaterThan(0)
  await with_.drain()
  expect((await refundsOf(intentId))[0]).toMatchObject({ state: 'failed', failure_reason: 'expired_or_canceled_card' })
  expect(await stateOf(intentId)).toBe('SUCCEEDED')
  expect([await claimed(), await raised(own)]).toMatchObject([1, { raised: 2500n, donationCount: 1n, donorCount: 1n }])
  const { receipts, books } = await donations(intentId)
  expect(receipts.map(({ voidedAt }) => voidedAt === null)).toEqual([false, true])
  expect(
    books
      .filter((entry) => entry.event !== 'charge')
      .reduce((sum, entry) => sum + (entry.account === 'campaign_payable' ? entry.amount : 0), 0),
  ).toBe(0)
  expect(await entriesAbout(installation.app.db, `refund:${(await refundsOf(intentId))[0]!.id}`, 10)).toContainEqual(
    expect.objectContaining({ act: 'refunds.refund-failed' }),
  )
  // Both emails may have the same time; their order was checked above.
  expect((await subjects()).toSorted()).toEqual(['We couldn’t deliver your refund of £28.20', 'Your refund of £28.20'])
  const undelivered = JSON.stringify(
    (await mailsTo(email!)).find(({ subject }) => subject.startsWith('We couldn’t deliver'))!.content,
  )
  expect(undelivered).toContain('Returned to us')
  expect(undelivered).not.toMatch(/Refunded/)
})

test('refunded pieces of a limited level are free again, and the shipping list has the others (refunds-1)', async () => {
  const own = (await aCampaign(installation.app)).id
  const level = await aLevel(installation.app, own, { claim_limit: 3 })
  const { donationId, intentId } = await with_.donation(own, {
    rewardID: String(level.id),
    rewardCount: 3,
    amount: '75',
  })
  const state = async () => {
    const { claimed } = await installation.app.db
      .selectFrom('campaigns.level')
      .select('claimed')
      .where('id', '=', level.id)
      .executeTakeFirstOrThrow()
    const claim = await installation.app.db
      .selectFrom('campaigns.level_claim')
      .select(['quantity', 'state'])
      .where('intent_id', '=', intentId)
      .executeTakeFirstOrThrow()
    const [listed] = await listOrganizerDonations(installation.app, { campaignId: own, limit: 1 })
    return [claimed, claim.state, claim.quantity, listed?.quantity]
  }
  const refundPart = async (gift: number) => {
    expect((await with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift }] })).status).toBe(
      200,
    )
    await with_.drain()
  }
  expect(await state()).toEqual([3, 'claimed', 3, 3])
  // A part of a piece keeps it; with the rest of two pieces both are free.
  await refundPart(1500)
  expect(await state()).toEqual([3, 'claimed', 3, 3])
  await refundPart(3500)
  expect(await state()).toEqual([1, 'claimed', 1, 1])
  await refundPart(2500)
  expect(await state()).toEqual([0, 'released', 1, undefined])
})

test('a refund email has the charity’s name and valid receipt; a rejected one the platform’s (content-29)', async () => {
  const charity = await anOrganization(installation.app, { name: 'Rahma Relief', primary_colour: '#7A1F3D' })
  const own = (await aCampaign(installation.app, { organization_id: charity.id })).id
  const set = (verification_state: 'verified' | 'rejected') =>
    installation.app.db
      .updateTable('organizations.organization')
      .set({ verification_state })
      .where('id', '=', charity.id)
      .execute()
  const refunded = async (state: 'verified' | 'rejected') => {
    const { donationId, intentId } = await with_.donation(own)
    const { email } = await installation.app.db
      .selectFrom('giving.donation')
      .select('email')
      .where('id', '=', donationId)
      .executeTakeFirstOrThrow()
    await set(state)
    await with_.refund(finance, intentId)
    await with_.drain()
    const [mail] = await mailsTo(email!)
    return mail!.content as unknown as MailContent
  }
  const content = await refunded('verified')
  expect(content.brand).toEqual({ name: 'Rahma Relief', colour: '#7A1F3D', logoUrl: null, replyTo: null })
  const { text } = mailLayout(content)
  expect(text.startsWith('Rahma Relief\n')).toBe(true)
  expect(text).toContain('Sunbul')
  expect(await refunded('rejected')).not.toHaveProperty('brand')
})

test('a pending refund holds its amount and is booked when it succeeds', async () => {
  const { intentId } = await with_.donation(campaignId, { tokens: [{ type: 'card', token: 'pm_card_pendingRefund' }] })
  expect((await with_.refund(finance, intentId)).body.state).toBe('pending')
  expect(await stateOf(intentId)).toBe('SUCCEEDED')
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-nothing-left')
  await expect
    .poll(async () => {
      await sweepRefunds(installation.app, anHourAgo())
      return (await refundsOf(intentId))[0]!.state
    })
    .toBe('succeeded')
  expect(await stateOf(intentId)).toBe('REFUNDED')
})

test('the sweep records what it can if one payment can’t be read', async () => {
  const given = [await with_.donation(campaignId), await with_.donation(campaignId), await with_.donation(campaignId)]
  const idOf = async (intentId: string) =>
    (
      await installation.app.db
        .selectFrom('payments.intent')
        .select('provider_intent_id as id')
        .where('id', '=', intentId)
        .executeTakeFirstOrThrow()
    ).id
  const ids = await Promise.all(given.map(({ intentId }) => idOf(intentId)))
  for (const id of ids) await installation.sandbox!.gateway.refund({ payment_intent: id, amount: '100' })
  const { listForIntent } = installation.app.providers.first.refunds
  const ask = vi
    .spyOn(installation.app.providers.first.refunds, 'listForIntent')
    .mockImplementation((id) =>
      id === ids[1]
        ? Promise.reject(new Error('the provider is silent'))
        : listForIntent.call(installation.app.providers.first.refunds, id),
    )
  await sweepRefunds(installation.app, anHourAgo())
  ask.mockRestore()
  const found = async () =>
    (await Promise.all(given.map(({ intentId }) => refundsOf(intentId)))).map((refunds) => refunds.length)
  expect(await found()).toEqual([1, 0, 1])
  await sweepRefunds(installation.app, anHourAgo())
  expect(await found()).toEqual([1, 1, 1])
})

test('a dashboard refund whose webhook arrives five times is booked once', async () => {
  const { intentId } = await with_.donation(campaignId)
  const intent = await installation.app.db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  await installation.sandbox!.gateway.refund({ payment_intent: intent.id, amount: '2100' })
  const tell = (n: number) =>
    installation.app.statement(
      'test.notice',
      `insert into payments.webhook_event (provider, event_id, kind, object_id, received_at) values ('sandbox', $1, 'charge.refunded', $2, now())`,
      [`evt_${intentId}_${n}`, intent.id],
    )
  await Promise.all([1, 2, 3, 4, 5].map(tell))
  await Promise.all([handleRefundWebhooks(installation.app), handleRefundWebhooks(installation.app)])
  await with_.drain()
  expect(await refundsOf(intentId)).toMatchObject([{ origin: 'provider', state: 'succeeded', amount: 2100n }])
  expect(await stateOf(intentId)).toBe('PARTIALLY_REFUNDED')
  const line = await installation.app.db
    .selectFrom('giving.refunded_amount')
    .selectAll()
    .innerJoin('giving.donation as d', 'd.id', 'donation_id')
    .where('d.intent_id', '=', intentId)
    .executeTakeFirstOrThrow()
  expect(line).toMatchObject({ is_fully_refunded: true })
  expect(
    await installation.app.db
      .selectFrom('payments.webhook_event')
      .select('event_id')
      .where('handled_at', 'is', null)
      .execute(),
  ).toEqual([])
})

test('a webhook that arrives before the payment is settled waits for it (refunds-9)', async () => {
  const { intentId } = await with_.donation(campaignId)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  const put = (state: string) =>
    owner.query(
      `begin; set local session_replication_role = replica; update payments.intent set state = '${state}' where id = '${intentId}'; commit`,
    )
  const intent = await installation.app.db
    .selectFrom('payments.intent')
    .select('provider_intent_id as id')
    .where('id', '=', intentId)
    .executeTakeFirstOrThrow()
  await installation.sandbox!.gateway.refund({ payment_intent: intent.id })
  await put('PROCESSING')
  await owner.query(
    `insert into payments.webhook_event values ('sandbox', 'evt_early_${intentId}', 'refund.created', '${intent.id}', now(), null)`,
  )
  expect(await handleRefundWebhooks(installation.app)).toBe(0)
  await put('SUCCEEDED')
  await owner.end()
  expect(await handleRefundWebhooks(installation.app)).toBe(1)
  expect((await refundsOf(intentId))[0]).toMatchObject({ origin: 'provider', state: 'succeeded' })
  await with_.drain()
})

test('only finance may refund, support may read, and donors don’t find anything', async () => {
  const { intentId } = await with_.donation(campaignId)
  const [support, reviewer, donor] = [
    await with_.staff('support'),
    await with_.staff('reviewer'),
    (await aSession(installation.app)).token,
  ]
  expect((await with_.ask(support, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({ canRefund: false })
  for (const token of [support, reviewer, donor]) expect((await with_.refund(token, intentId)).status).toBe(403)
  for (const token of [reviewer, donor])
    expect((await with_.ask(token, 'GET', `/v4/staff/donations/${intentId}`)).status).toBe(403)
  for (const nothing of ['nothing', installation.app.newId()]) {
    expect((await with_.refund(finance, nothing)).status).toBe(404)
    expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${nothing}`)).status).toBe(404)
  }
  expect(await with_.truth(intentId)).toBe(0)
})

test('a payment is found by its donation’s reference, a receipt’s number, an email and its ids', async () => {
  const { token, viewer } = await aSession(installation.app)
  const member = await with_.donation(campaignId, {}, token)
  const guest = await with_.donation(campaignId)
  const { email } = await installation.app.db
    .selectFrom('giving.donation')
    .select('email')
    .where('id', '=', guest.donationId)
    .executeTakeFirstOrThrow()
  const { number } = await installation.app.db
    .selectFrom('receipts.receipt')
    .select('number')
    .where('intent_id', '=', guest.intentId)
    .executeTakeFirstOrThrow()
  const find = async (query: string) =>
    (
      await with_.ask<{ donations: { intentId: string }[] }>(
        finance,
        'GET',
        `/v4/staff/donations?query=${encodeURIComponent(query)}`,
      )
    ).body.donations.map((donation) => donation.intentId)
  const reference = guest.donationId.replaceAll('-', '').slice(-10).toUpperCase()
  for (const query of [reference, ` ${number} `, email!.toUpperCase(), guest.intentId, guest.donationId])
    expect([query, await find(query)]).toEqual([query, [guest.intentId]])
  expect(await find(viewer.email)).toEqual([member.intentId])
  for (const query of ['', 'unknown@example.org', "' or 1=1 --", '%']) expect(await find(query)).toEqual([])
})

test('donations that were paid elsewhere can’t be refunded here', async () => {
  const { intentId } = await with_.donation(campaignId)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query(`update payments.intent set provider = 'demo' where id = $1`, [intentId])
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-elsewhere')
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({
    canRefund: false,
    refundBlockedBy: 'elsewhere',
  })
  await owner.query(`update payments.intent set provider = 'sandbox' where id = $1`, [intentId])
  await owner.end()
})

test('afterwards the checks find nothing, and each finds a seeded discrepancy', async () => {
  await with_.drain()
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  const folder = new URL('../../../database/checks/', import.meta.url)
  const checks = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const findings = async (check: string, breakIt = '') => {
    await owner.query('begin')
    try {
      await owner.query(`set local session_replication_role = replica; ${breakIt}`)
      return (await owner.query(readFileSync(new URL(check, folder), 'utf8'))).rows
    } finally {
      await owner.query('rollback')
    }
  }
  // No worker runs here, so Q8 would report emails and look-ups.
  for (const check of checks.filter((name) => name !== 'q8.sql'))
    expect([check, await findings(check)]).toEqual([check, []])
  const any = `(select id from refunds.refund where state = 'succeeded' order by id limit 1)`
  for (const [check, breakIt] of [
    ['q11.sql', `delete from ledger.tx where source_id = ${any}`],
    ['q11.sql', `update refunds.refund set amount = amount + 1 where id = ${any}`],
    ['q11.sql', `update refunds.refund set state = 'pending' where id = ${any}`],
    ['q11.sql', `update ledger.entry set amount = amount + 1 where meaning = 'refund'`],
    ['q12.sql', `update refunds.refund set amount = 1000000 where id = ${any}`],
    ['q12.sql', `update refunds.line set gift = gift + 1 where refund_id = ${any}`],
    ['q12.sql', `update giving.refunded_amount set tip = tip + 1`],
    ['q12.sql', `update payments.intent set state = 'SUCCEEDED' where state = 'REFUNDED'`],
    ['q9.sql', `update giving.refunded_amount set gift = gift - 1 where gift > 0`],
    ['q4.sql', `update giving.refunded_amount set is_fully_refunded = not is_fully_refunded`],
    [
      'q8.sql',
      `update refunds.refund set state = 'requested', requested_at = now() - interval '61 minutes' where id = ${any}`,
    ],
  ] as const)
    expect([check, breakIt, (await findings(check, breakIt)).length > 0]).toEqual([check, breakIt, true])
  await owner.end()
})

test('a returned refund and a new one in the dashboard, reported together, are recorded without review', async () => {
  const { intentId } = await with_.donation(campaignId)
  const { id } = (await with_.refund(finance, intentId)).body
  const bank = installation.sandbox!.gateway
  const refund = [...bank.store.refunds.values()].find(({ metadata }) => metadata?.refund === id)!
  bank.store.save('refund', refund.id, { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' })
  const charge = refund.charge as string
  bank.store.save('charge', charge, { ...bank.store.charges.get(charge)!, amount_refunded: 0, refunded: false })
  bank.store.save('truth', charge, { ...bank.store.truth.get(charge)!, refunded: 0 })
  await bank.refund({ charge })
  await sweepRefunds(installation.app, anHourAgo())
  expect((await refundsOf(intentId)).map(({ origin, state, amount }) => [origin, state, amount])).toEqual([
    ['staff', 'failed', 2320n],
    ['provider', 'succeeded', 2320n],
  ])
  expect([await stateOf(intentId), await with_.truth(intentId)]).toEqual(['REFUNDED', 2320])
  const rows = await installation.app.db
    .selectFrom('refunds.manual_review')
    .select('reason')
    .where('intent_id', '=', intentId)
    .execute()
  expect(rows).toEqual([{ reason: 'failed' }])
})

test('two concurrent refunds of a donation are both booked; if both are returned, it counts once again', async () => {
  for (let n = 0; n < 4; n++) {
    const own = (await aCampaign(installation.app)).id
    const { donationId, intentId } = await with_.donation(own)
    crashAt = 'before_refund'
    for (const nth of [1, 2])
      await with_.refund(finance, intentId, {
        everything: false,
        lines: [{ donationId, gift: 1000 }],
        note: `part ${nth}`,
      })
    crashAt = undefined
    const refunds = await refundsOf(intentId)
    const ended = (status: 'succeeded' | 'failed') =>
      Promise.all(
        refunds.map(({ id }) =>
          settleRefund(installation.app, id, {
            kind: 'created',
            refund: {
              refundId: `re_${id}`,
              providerIntentId: '',
              reference: id,
              amount: 1000n,
              currency: 'GBP',
              status,
              failureReason: undefined,
            },
          }),
        ),
      )
    await ended('succeeded')
    await with_.drain()
    expect(await raised(own)).toMatchObject({ raised: 0n, donationCount: 0n, donorCount: 0n })
    await ended('failed')
    while ((await with_.drain()) > 0);
    expect(await raised(own)).toMatchObject({ raised: 2000n, donationCount: 1n, donorCount: 1n })
    expect(await stateOf(intentId)).toBe('SUCCEEDED')
  }
})
