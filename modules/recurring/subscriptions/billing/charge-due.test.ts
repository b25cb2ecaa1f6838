import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { endSubscription } from '../agreement/managing/cancel.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { findSubscription, lockSubscription } from '../agreement/subscription-queries.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let crashAt: string | undefined
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === crashAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const charges = (subscriptionId: string) =>
  [...installation.sandbox!.gateway.store.truth.values()].filter(
    ({ metadata }) => metadata.subscription === subscriptionId,
  )
const states = async (id: string) =>
  Object.fromEntries((await occurrencesOf(installation.app.db, id)).map(({ key, state }) => [key, state]))
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}

test('collects a Friday donation at nine, once, with a ledger transaction and a receipt (recurring-10)', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription, causes } = await aSubscription(installation.app, { tipAmount: 160 })
  expect(subscription).toMatchObject({
    programme: 'FridayGivers',
    status: 'active',
    next: { on: '2026-11-27', gift: 1000, tip: 160 },
  })
  setClock('2026-11-27T08:59:59Z')
  await work()
  expect(charges(subscription.id)).toEqual([])
  setClock('2026-11-27T09:00:00Z')
  await Promise.all([
    chargeDue(installation.app),
    chargeDue(installation.app),
    chargeDue(installation.app),
    chargeDue(installation.app),
  ])
  await work()
  expect(charges(subscription.id)).toMatchObject([
    { amount: 1160, currency: 'gbp', metadata: { occurrences: '2026-11-27' } },
  ])
  expect(await states(subscription.id)).toMatchObject({ '2026-11-27': 'SUCCEEDED', '2026-12-04': 'SCHEDULED' })
  const donation = await installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('campaign_id', '=', BigInt(causes[0]!.campaignId))
    .executeTakeFirstOrThrow()
  expect(donation).toMatchObject({ gift: 1000n, tip: 160n, currency: 'GBP' })
  const receipts = await installation.app.db
    .selectFrom('receipts.line')
    .select('donation_id')
    .where('donation_id', '=', donation.id)
    .execute()
  expect(receipts).toHaveLength(1)
})

test('charges nothing if the plan ends after the claim and before the bank is asked', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { id } = (await aSubscription(installation.app)).subscription
  setClock('2026-11-27T09:00:00Z')
  const { failpoint } = installation.app
  const end = () =>
    installation.app.write(async (tx) => endSubscription(installation.app, tx, (await lockSubscription(tx, id))!, now))
  Object.assign(installation.app, { failpoint: (name: string) => (name === 'after_claim' ? end() : Promise.resolve()) })
  await chargeDue(installation.app)
  Object.assign(installation.app, { failpoint })
  await work()
  expect([charges(id), (await states(id))['2026-11-27']]).toEqual([[], 'CANCELLED'])
})

test('collects two missed days in one charge with a line each, and skips longer outages with a notice', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
  })
  setClock('2026-11-22T12:00:00Z')
  await work()
  expect(charges(subscription.id)).toMatchObject([{ amount: 1000, metadata: { occurrences: '2026-11-21 2026-11-22' } }])
  setClock('2026-11-27T09:30:00Z')
  await work()
  expect(charges(subscription.id).map(({ amount }) => amount)).toEqual([1000, 500])
  expect(await states(subscription.id)).toMatchObject({
    '2026-11-23': 'SKIPPED',
    '2026-11-26': 'SKIPPED',
    '2026-11-27': 'SUCCEEDED',
  })
})

test('retries a card without funds by the rules, then stops; repeated failures pause the plan', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  setClock('2026-11-21T09:00:00Z')
  await work()
  const [first] = await occurrencesOf(installation.app.db, subscription.id)
  expect(first).toMatchObject({ state: 'SCHEDULED', retries: 1, dueAt: new Date('2026-11-21T15:00:00Z') })
  setClock('2026-11-21T15:00:00Z')
  await work()
  expect((await states(subscription.id))['2026-11-21']).toBe('FAILED')
  for (let day = 22; day <= 27; day++)
    for (const hour of ['09', '15']) {
      setClock(`2026-11-${day}T${hour}:00:00Z`)
      await work()
    }
  expect(await findSubscription(installation.app.db, subscription.id)).toMatchObject({
    state: 'paused',
    reason: 'failures',
    failures: 7,
  })
  const refused = installation.app.db
    .selectFrom('payments.attempt')
    .where('state', '=', 'DECLINED')
    .where('scope', 'like', 'plan:%')
  expect((await refused.select('id').execute()).length).toBeGreaterThanOrEqual(1)
  // The donor didn't cause the decline, so it doesn't count against their network or email address in the card-testing
  // guard (payments-16).
  expect(
    await refused
      .select('id')
      .where((e) => e.or([e('ip', '<>', ''), e('email_key', 'is not', null)]))
      .execute(),
  ).toEqual([])
  expect(charges(subscription.id)).toEqual([])
})

test('a worker killed before, after or during the bank request leaves one charge or none', async () => {
  for (const place of ['after_claim', 'before_provider', 'after_provider', 'after_commit']) {
    setClock('2026-11-20T12:00:00Z')
    const { subscription } = await aSubscription(installation.app)
    setClock('2026-11-27T09:00:00Z')
    crashAt = place
    await chargeDue(installation.app)
    crashAt = undefined
    expect((await states(subscription.id))['2026-11-27']).toBe(place === 'after_provider' ? 'UNKNOWN' : 'PROCESSING')
    await work()
    for (let step = 1; step <= 20; step++) {
      now = new Date(now.getTime() + 60_000)
      await resolveDueAttempts(installation.app)
      await recoverExpiredLeases(installation.app)
      await work()
    }
    expect([place, charges(subscription.id).length]).toEqual([place, 1])
    expect((await states(subscription.id))['2026-11-27']).toBe('SUCCEEDED')
  }
})

test('splits a donation between its causes by largest remainder; a closed cause’s share goes to the others', async () => {
  setClock('2026-11-20T12:00:00Z')
  const [a, b, c] = await Promise.all([1, 2, 3].map(() => aCampaign(installation.app, { ends_at: null })))
  const causes = [a!, b!, c!].map(({ id }, index) => ({ campaignId: String(id), share: index === 0 ? 3334 : 3333 }))
  const { subscription } = await aSubscription(installation.app, { donationAmount: 1000, causes })
  await installation.app.write((tx) =>
    tx.updateTable('campaigns.campaign').set({ status: 2 }).where('id', '=', c!.id).execute(),
  )
  setClock('2026-11-27T09:00:00Z')
  await work()
  const rows = await installation.app.db
    .selectFrom('giving.donation')
    .select(['campaign_id', 'gift'])
    .where('campaign_id', 'in', [a!.id, b!.id, c!.id])
    .orderBy('campaign_id')
    .execute()
  expect(rows.map(({ gift }) => gift)).toEqual([500n, 500n])
  expect(charges(subscription.id)).toHaveLength(1)
})
