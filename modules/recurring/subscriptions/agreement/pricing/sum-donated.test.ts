import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { cancelSubscription } from '../managing/cancel.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { mailsOf } from '../../notices/mails/testing.ts'
import { findSubscription } from '../subscription-queries.ts'
import { restoreSkippedDonation } from '../managing/restore-donation.ts'
import { aSubscription, programmePlans } from '../../testing.ts'
import { planViewOf } from '../views.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const setClock = (instant: string) => void (now = new Date(instant))
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await runQueued(installation)
}
type Given = Awaited<ReturnType<typeof aSubscription>>
const view = async ({ subscription: { id } }: Given) =>
  planViewOf(installation.app, (await findSubscription(installation.app.db, id))!, 'en')
const aDaily = (over: Parameters<typeof aSubscription>[1] = {}) =>
  aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers, ...over })
const payments = ({ viewer }: Given) =>
  installation.app.db
    .selectFrom('giving.donation')
    .select(['intent_id as intentId', 'gift'])
    .where('account_id', '=', viewer.accountId)
    .orderBy('given_at')
    .orderBy('line')
    .execute()

test('shows the same total donated on the page, in the mail and in the books, also after a refund', async () => {
  const plan = await aDaily()
  for (const day of ['21', '22', '23']) {
    setClock(`2026-11-${day}T09:00:00Z`)
    await work()
  }
  expect((await view(plan)).given).toEqual({ count: 3, amount: 3000 })
  const [first, second] = await payments(plan)
  const { refund, staff, drain } = refundHelpers(installation)
  const finance = await staff('finance')
  await refund(finance, first!.intentId, {})
  await drain()
  expect((await view(plan)).given).toEqual({ count: 2, amount: 2000 })
  expect(second!.gift).toBe(1000n)
  await cancelSubscription(installation.app, {
    by: { kind: 'donor', viewer: plan.viewer, id: plan.subscription.id },
    context: aRequestContext(),
  })
  await work()
  const [mail] = await mailsOf(installation.app.db, plan.viewer.email, 'cancelled')
  expect(mail!.text).toContain('You donated: £20.00 in 2 donations')
})

test('notifies of late donations once, with amounts, dates and the single charge', async () => {
  const plan = await aDaily({ tipAmount: 50 })
  setClock('2026-11-22T11:00:00Z')
  await Promise.all([chargeDue(installation.app), chargeDue(installation.app)])
  await work()
  await work()
  const [mail, ...more] = await mailsOf(installation.app.db, plan.viewer.email, 'late')
  expect(more).toEqual([])
  for (const words of [
    'We charged them on Sunday 22 November 2026 in one payment, and nothing was charged twice.',
    'Saturday 21 November 2026, 11 Jumada al-Akhirah 1448 AH: £10.50',
    'Sunday 22 November 2026, 12 Jumada al-Akhirah 1448 AH: £10.50',
  ])
    expect(mail!.text).toContain(words)
  setClock('2026-11-23T09:59:00Z')
  await work()
  expect(await mailsOf(installation.app.db, plan.viewer.email, 'late')).toHaveLength(1)
})

test('donations declined at first, or made up for by the donor, are not reported as late', async () => {
  const [missed, friday] = [await aDaily(), await aSubscription(installation.app)]
  await installation.app.database.pool.query(
    `update subscriptions.occurrence set retries = 1, due_at = '2026-11-28T09:00:00Z', decline_code = 'insufficient_funds' where subscription_id = $1 and occurrence_key = '2026-11-27'`,
    [friday.subscription.id],
  )
  setClock('2026-11-25T12:00:00Z')
  await work()
  await restoreSkippedDonation(installation.app, {
    by: { kind: 'donor', viewer: missed.viewer, id: missed.subscription.id },
    context: aRequestContext(),
    key: '2026-11-24',
  })
  await work()
  expect((await view(missed)).given).toEqual({ count: 1, amount: 1000 })
  await cancelSubscription(installation.app, {
    by: { kind: 'donor', viewer: missed.viewer, id: missed.subscription.id },
    context: aRequestContext(),
  })
  setClock('2026-11-28T09:00:00Z')
  await work()
  for (const { viewer } of [missed, friday])
    expect(await mailsOf(installation.app.db, viewer.email, 'late')).toEqual([])
  expect((await view(friday)).given).toEqual({ count: 1, amount: 1000 })
})

test('lists each of the donations collected together', async () => {
  const plan = await aDaily()
  setClock('2026-11-22T11:00:00Z')
  await work()
  await cancelSubscription(installation.app, {
    by: { kind: 'donor', viewer: plan.viewer, id: plan.subscription.id },
    context: aRequestContext(),
  })
  await work()
  const [mail] = await mailsOf(installation.app.db, plan.viewer.email, 'cancelled')
  expect(mail!.text).toContain('You donated: £20.00 in 2 donations')
  expect(mail!.text).toMatch(
    /11 Jumada al-Akhirah 1448 AH, Sat 21 Nov 2026, 12 Jumada al-Akhirah 1448 AH, Sun 22 Nov 2026: £20\.00/,
  )
})

test('plan amounts off the charge step are refused at their field [amounts-6]', async () => {
  const { id } = await aCampaign(installation.app, { ends_at: null, currency: 'KWD' })
  const begin = async (donationAmount: number, tipAmount: number) => {
    setClock('2026-11-20T12:00:00Z')
    return aDaily({
      donationAmount,
      tipAmount,
      donationAmountCurrency: 'KWD',
      causes: [{ campaignId: String(id), share: 10_000 }],
    })
  }
  const offStep = { code: 'amount-off-step', params: { currency: 'KWD', step: '0.010', amount: '1.010' } }
  await expect(begin(1005, 0)).rejects.toMatchObject({ fields: { donationAmount: offStep } })
  await expect(begin(1000, 167)).rejects.toMatchObject({
    fields: { tipAmount: { ...offStep, params: { ...offStep.params, amount: '0.170' } } },
  })
  const request = await begin(1000, 160)
  setClock('2026-11-21T09:00:00Z')
  await work()
  const seen = await view(request)
  const [paid] = await installation.app.db
    .selectFrom('giving.donation')
    .select(['gift', 'tip'])
    .where('account_id', '=', request.viewer.accountId)
    .execute()
  expect([seen.donationAmount, seen.tipAmount, seen.occurrences[0]!.gift, seen.occurrences[0]!.tip]).toEqual([
    1000, 160, 1000, 160,
  ])
  expect([Number(paid!.gift), Number(paid!.tip), seen.given.amount]).toEqual([1000, 160, 1000])
})

test('shows no next donation after the last agreed day, on the page and in mails', async () => {
  const subscription = await aSubscription(installation.app)
  await installation.app.db
    .updateTable('subscriptions.subscription')
    .set({ consent_until: '2026-11-29' })
    .where('id', '=', subscription.subscription.id)
    .execute()
  await installation.app.database.pool.query(
    `update subscriptions.occurrence set state = 'CANCELLED' where subscription_id = $1 and occurrence_key > '2026-11-29'`,
    [subscription.subscription.id],
  )
  expect((await view(subscription)).next).toMatchObject({ key: '2026-11-27' })
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect((await view(subscription)).next).toBeNull()
})
