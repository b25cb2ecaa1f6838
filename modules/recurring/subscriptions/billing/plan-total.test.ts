import { addDays } from '#shared/date-arithmetic.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { localDate } from '#shared/calendar.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { sweepRefunds } from '#modules/money/refunds/look-up.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { manageLink } from '../agreement/managing/links.ts'
import { resumeSubscription } from '../agreement/managing/resume.ts'
import { runQueued } from '#tests/support/queue.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { endFinishedPlans } from '../agreement/states/end-finished-plans.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { planViewOf } from '../agreement/views.ts'
import { aSubscription } from '../testing.ts'
import { chargeDue } from './charge-due.ts'

// The tests pass weeks, day by day.
vi.setConfig({ testTimeout: 60_000 })

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const work = async () => {
  await scheduleDonations(installation.app)
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await endFinishedPlans(installation.app)
}
const charges = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ amount }) => amount)
/** Runs the Fridays of a number of weeks, and the Saturdays for the end of a plan. */
async function passFridays(from: string, weeks: number) {
  for (let week = 0; week < weeks; week++) await pass(addDays(localDate(from), 7 * week), 2)
}
/** Runs each day of a period, with everything due on it. */
async function pass(from: string, days: number) {
  for (let day = 0; day < days; day++) {
    setClock(`${addDays(localDate(from), day)}T09:30:00Z`)
    await work()
  }
}
const view = async (id: string) =>
  planViewOf(installation.app, (await findSubscription(installation.app.db, id))!, 'en')

test('a plan with a total charges the exact remainder last, then ends', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { donationAmount: 5000, total: 11_234 })
  expect(subscription.total).toEqual({ amount: 11_234, paid: 0, left: 3, last: 1234, endsOn: '2026-12-11' })
  expect((await occurrencesOf(installation.app.db, subscription.id)).map(({ gift }) => gift)).toEqual([
    5000n,
    5000n,
    1234n,
  ])
  await pass('2026-11-27', 30)
  expect(charges(subscription.id)).toEqual([5000, 5000, 1234])
  const over = await view(subscription.id)
  expect(over).toMatchObject({
    state: 'ended',
    reason: 'finished',
    next: null,
    total: { amount: 11_234, paid: 11_234, left: 0, last: null, endsOn: null },
  })
})

test('a failed amount is charged later, and the total is reached exactly', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { viewer, card } = await aSubscription(installation.app, { donationAmount: 100 })
  const { subscription } = await aSubscription(installation.app, {
    donationAmount: 5000,
    total: 11_234,
    viewer,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  await pass('2026-11-27', 12)
  const rows = await occurrencesOf(installation.app.db, subscription.id)
  expect(charges(subscription.id)).toEqual([])
  expect(rows.some(({ state, retries }) => state === 'FAILED' || retries > 0)).toBe(true)
  // The bank approves payments from now on.
  await installation.app.db
    .updateTable('subscriptions.subscription')
    .set({ card_id: card.id, state: 'active', reason: null })
    .where('id', '=', subscription.id)
    .execute()
  await pass('2026-12-09', 60)
  const paid = charges(subscription.id)
  expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(11_234)
  expect(paid.at(-1)).toBe(1234)
  expect(await view(subscription.id)).toMatchObject({ state: 'ended', total: { paid: 11_234 } })
})

test.each([
  ['a refund', 5000],
  ['a partial refund', 1500],
  ['a lost dispute', null],
])('after %s of an instalment, a plan charges the rest until its total stays (recurring-32)', async (_, gift) => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { donationAmount: 5000, total: 11_234 })
  const { id } = subscription
  await passFridays('2026-11-27', 2)
  expect(charges(id)).toEqual([5000, 5000])
  const helpers = refundHelpers(installation)
  const [first] = await installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'intent_id as intentId'])
    .where('subscription_id', '=', id)
    .orderBy('given_at')
    .execute()
  if (gift === null) {
    const { reversals } = installation.sandbox!.gateway
    const dispute = await reversals.openDispute(await helpers.chargeOf(first!.intentId))
    await reversals.closeDispute(dispute.id, 'lost')
    await sweepRefunds(installation.app, new Date(0))
    while ((await drainOutbox(installation.app)) > 0);
    // A dispute pauses the plan until its donor resumes it.
    await runQueued(installation)
    await resumeSubscription(installation.app, {
      by: {
        kind: 'link',
        token: new URL(
          manageLink(installation.app, (await findSubscription(installation.app.db, id))!),
        ).searchParams.get('token')!,
      },
      context: aRequestContext(),
    })
  } else {
    const staff = await helpers.staff()
    const line = { donationId: first!.id, gift }
    expect((await helpers.refund(staff, first!.intentId, { everything: false, lines: [line] })).status).toBe(200)
    while ((await drainOutbox(installation.app)) > 0);
  }
  const stays = 10_000 - (gift ?? 5000)
  expect(await view(id)).toMatchObject({ state: 'active', total: { paid: stays } })
  await passFridays('2026-12-11', 4)
  const paid = charges(id)
  expect(paid.reduce((sum, amount) => sum + amount, 0)).toBe(11_234 + (gift ?? 5000))
  expect(await view(id)).toMatchObject({ state: 'ended', reason: 'finished', total: { paid: 11_234, left: 0 } })
})

test('a refund after the end of a plan with a total charges nothing more (recurring-32)', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { donationAmount: 5000, total: 5000 })
  const { id } = subscription
  await passFridays('2026-11-27', 1)
  expect(await view(id)).toMatchObject({ state: 'ended' })
  const helpers = refundHelpers(installation)
  const { intentId } = await installation.app.db
    .selectFrom('giving.donation')
    .select('intent_id as intentId')
    .where('subscription_id', '=', id)
    .executeTakeFirstOrThrow()
  expect((await helpers.refund(await helpers.staff(), intentId)).status).toBe(200)
  await passFridays('2026-12-04', 2)
  expect(charges(id)).toEqual([5000])
  expect(await view(id)).toMatchObject({ state: 'ended', total: { paid: 0 } })
})

test('the database refuses a charge above the total, and a total of 0', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { donationAmount: 5000, total: 7000 })
  const claim = sql`update subscriptions.occurrence set state = 'PROCESSING', gift = 5000, lease_until = now() where subscription_id = ${subscription.id}`
  await expect(claim.execute(installation.app.db)).rejects.toThrow(/more than its total/)
  const total = sql`update subscriptions.subscription set total = 0 where id = ${subscription.id}`
  await expect(total.execute(installation.app.db)).rejects.toThrow(/subscription_total/)
})

test.each([
  ['a last payment below the minimum', { donationAmount: 5000, total: 5001 }, 'last-payment-too-small'],
  [
    'a plan of every day',
    { donationAmount: 5000, total: 9000, givingPlanId: '0199a000-0000-7000-8000-000000000002' },
    'total-not-offered',
  ],
])('refuses %s', async (_, over, code) => {
  setClock('2026-11-20T12:00:00Z')
  await expect(aSubscription(installation.app, over)).rejects.toMatchObject({ fields: { total: { code } } })
})
