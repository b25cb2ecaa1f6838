import { afterAll, beforeAll, expect, test } from 'vitest'
import { campaignTotals } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { mailLayout, type MailContent } from '#modules/platform/notifications/index.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { manualClock } from '#tests/support/ports.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { resolveDueRefunds, sweepRefunds } from './look-up.ts'
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
/** Moves the clock a little before each sweep, so that the order of reports is the stored order. */
async function sweep(): Promise<void> {
  clock.move({ seconds: 1 })
  await sweepRefunds(installation.app, new Date(clock.now().getTime() - 86_400_000))
  clock.move({ seconds: 1 })
}
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, installation.app.providers.all)).filter(
    ({ count, title }) => count > 0 && !title.startsWith('Q8'),
  )
const refundsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('refunds.refund')
    .select(['origin', 'state', 'amount'])
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .execute()

/** Creates a donation whose dispute was opened and decided, with both webhooks. */
async function disputed(end: 'won' | 'lost', over: object = {}) {
  const campaignId = (await aCampaign(installation.app, over)).id
  const { token, viewer } = await aSession(installation.app)
  const { donationId, intentId } = await with_.donation(campaignId, {}, token)
  const { id } = await bank().openDispute(await with_.chargeOf(intentId))
  await sweep()
  await bank().closeDispute(id, end)
  await sweep()
  await with_.drain()
  const raised = async () => (await campaignTotals(installation.app.db, [campaignId]))[0]!.raised
  return { campaignId, donationId, intentId, disputeId: id, donor: token, email: viewer.email, raised }
}

test('a payment whose dispute was won is refunded once at its donor’s request [refunds-1] [refunds-4]', async () => {
  const { donationId, intentId, donor, raised } = await disputed('won')
  expect(await with_.stateOf(intentId)).toBe('DISPUTE_WON')
  expect((await with_.ask(finance, 'GET', `/v4/staff/donations/${intentId}`)).body).toMatchObject({
    canRefund: true,
    refundBlockedBy: null,
  })
  const response = await with_.ask<{ id: string }>(
    donor,
    'POST',
    `/v4/account/donations/${donationId}/refund-request`,
    {
      reason: 'It was my mistake.',
    },
  )
  const other = await with_.staff()
  const decide = (token: string) =>
    with_.ask(token, 'POST', `/v4/staff/refund-requests/${response.body.id}/decision`, { decision: 'grant' })
  const responses = await Promise.all([
    decide(finance),
    decide(other),
    with_.refund(other, intentId),
    with_.refund(finance, intentId),
  ])
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  await with_.drain()
  expect([await with_.truth(intentId), await with_.stateOf(intentId), await raised()]).toEqual([2320, 'REFUNDED', 0n])
  expect(await refundsOf(intentId)).toEqual([
    { origin: 'bank', state: 'canceled', amount: 2320n },
    { origin: 'staff', state: 'succeeded', amount: 2320n },
  ])
  expect((await with_.refund(finance, intentId)).body.code).toBe('refund-nothing-left')
  expect(await troubles()).toEqual([])
})

test('after a won dispute parts can be refunded up to the rest, and again if the bank returns one', async () => {
  const { donationId, intentId, raised } = await disputed('won')
  const part = (gift: number) => with_.refund(finance, intentId, { everything: false, lines: [{ donationId, gift }] })
  expect((await part(2001)).body.code).toBe('refund-exceeds')
  const first = await part(1999)
  expect([first.status, await with_.stateOf(intentId)]).toEqual([200, 'PARTIALLY_REFUNDED'])
  expect((await part(2)).body.code).toBe('refund-exceeds')
  const { provider_refund_id: id } = await installation.app.db
    .selectFrom('refunds.refund')
    .selectAll()
    .where('id', '=', first.body.id)
    .executeTakeFirstOrThrow()
  const refund = bank().store.refunds.get(id!)!
  bank().store.save('refund', id!, { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' })
  const charge = await with_.chargeOf(intentId)
  bank().store.save('charge', charge, { ...bank().store.charges.get(charge)!, amount_refunded: 0 })
  bank().store.save('truth', charge, { ...bank().store.truth.get(charge)!, refunded: 0 })
  await sweep()
  await with_.drain()
  expect([await with_.stateOf(intentId), await raised()]).toEqual(['SUCCEEDED', 2000n])
  expect((await with_.refund(finance, intentId)).body).toMatchObject({ state: 'succeeded', amount: 2320 })
  await with_.drain()
  expect([await with_.truth(intentId), await with_.stateOf(intentId), await raised()]).toEqual([2320, 'REFUNDED', 0n])
  expect(await troubles()).toEqual([])
})

test('a dashboard refund after a won dispute is recorded, and the rest may be disputed again', async () => {
  const { intentId } = await disputed('won')
  const charge = await with_.chargeOf(intentId)
  await bank().refund({ charge, amount: '320' })
  await sweep()
  expect(await with_.stateOf(intentId)).toBe('PARTIALLY_REFUNDED')
  const { intentId: whole } = await disputed('won')
  for (const id of [intentId, whole]) await bank().openDispute(await with_.chargeOf(id))
  await sweep()
  expect([await with_.stateOf(intentId), await with_.stateOf(whole)]).toEqual(['DISPUTED', 'DISPUTED'])
  expect((await with_.refund(finance, whole)).body.code).toBe('refund-disputed')
  expect((await refundsOf(intentId)).map(({ origin, state, amount }) => [origin, state, amount])).toEqual([
    ['bank', 'canceled', 2320n],
    ['provider', 'succeeded', 320n],
    ['bank', 'pending', 2000n],
  ])
  expect(await troubles()).toEqual([])
})

test('a revised loss returns the donation in books, totals, receipt and email, once [refunds-4]', async () => {
  const { campaignId, disputeId, intentId, email, raised } = await disputed('lost')
  expect([await with_.stateOf(intentId), await raised()]).toEqual(['DISPUTE_LOST', 0n])
  await bank().closeDispute(disputeId, 'won')
  await Promise.all([sweep(), sweep()])
  await sweep()
  await with_.drain()
  expect([await with_.stateOf(intentId), await raised(), await with_.truth(intentId)]).toEqual([
    'DISPUTE_WON',
    2000n,
    0,
  ])
  expect(await refundsOf(intentId)).toEqual([{ origin: 'bank', state: 'failed', amount: 2320n }])
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .selectAll()
    .where('to_address', '=', email)
    .where('kind', '=', 'refund')
    .orderBy('created_at')
    .orderBy('subject')
    .execute()
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Your bank has refunded £23.20',
    'Your donation of £23.20 counts again',
  ])
  const { text } = mailLayout(
    mails.find(({ subject }) => subject.startsWith('Your donation'))!.content as unknown as MailContent,
  )
  expect(text).toContain('has now returned it to us')
  expect(text).toContain('Counts again: £23.20')
  expect(text).not.toMatch(/refunded/i)
  expect(text).toContain('Your receipt is valid again with a new number.')
  expect(
    await installation.app.db
      .selectFrom('refunds.manual_review')
      .select('reason')
      .where('intent_id', '=', intentId)
      .execute(),
  ).toEqual([])
  expect((await campaignTotals(installation.app.db, [campaignId]))[0]).toMatchObject({
    donationCount: 1n,
    donorCount: 1n,
  })
  expect(await troubles()).toEqual([])
  // The campaign has the donation again, and it can be refunded.
  expect((await with_.refund(finance, intentId)).body).toMatchObject({ state: 'succeeded', amount: 2320 })
  await with_.drain()
  expect([await with_.stateOf(intentId), await raised()]).toEqual(['REFUNDED', 0n])
  expect(await troubles()).toEqual([])
})

test('a bank’s revised decision is found by look-up if there is no webhook', async () => {
  const { disputeId, intentId } = await disputed('lost')
  await bank().closeDispute(disputeId, 'won')
  clock.move({ days: 1, minutes: 1 })
  finance = await with_.staff()
  await resolveDueRefunds(installation.app)
  expect(await with_.stateOf(intentId)).toBe('DISPUTE_WON')
  await with_.drain()
  expect(await troubles()).toEqual([])
})
