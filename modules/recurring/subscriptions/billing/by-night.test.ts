import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { changePlan } from '../agreement/managing/change-plan.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { pauseSubscription } from '../agreement/managing/pause.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { skipDonation } from '../agreement/managing/skip-donation.ts'
import { restoreSkippedDonation } from '../agreement/managing/restore-donation.ts'
import { aSubscription, programmePlans } from '../testing.ts'
import { planViewOf } from '../agreement/views.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let isAway = false
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  const { createIntent } = installation.app.providers.first
  const ask: PaymentProvider['createIntent'] = (input) =>
    isAway ? Promise.resolve({ kind: 'unreachable', reason: 'no answer' }) : createIntent(input)
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...installation.app.providers.first, createIntent: ask }]),
  })
})
afterAll(() => installation.close())
beforeEach(() => {
  setClock('2026-11-20T12:00:00Z')
  isAway = false
})

const setClock = (instant: string) => void (now = new Date(instant))
type Given = Awaited<ReturnType<typeof aSubscription>>
const charged = ({ subscription: { id } }: Given) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ metadata }) => metadata.occurrences)
const donation = async ({ subscription: { id } }: Given, key: string) =>
  (await occurrencesOf(installation.app.db, id)).find((occurrence) => occurrence.key === key)!
const hourIn = (timeZone: string, instant: Date) =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(instant))
/** Runs several workers concurrently. */
const work = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await Promise.all([chargeDue(installation.app), chargeDue(installation.app)])).some((count) => count > 0));
  await recoverExpiredLeases(installation.app)
  while ((await drainOutbox(installation.app)) > 0);
}
const workAt = async (...instants: string[]) => {
  for (const instant of instants) {
    setClock(instant)
    await work()
  }
}
const donor = ({ viewer, subscription: { id } }: Given) => ({
  by: { kind: 'donor', viewer, id } as const,
  context: aRequestContext(),
})
async function change(fixture: Given, wanted: Omit<Parameters<typeof changePlan>[3], 'subscriptionId' | 'version'>) {
  const { id, version } = (await findSubscription(installation.app.db, fixture.subscription.id))!
  return changePlan(installation.app, fixture.viewer, aRequestContext(), { subscriptionId: id, version, ...wanted })
}
const aDaily = (over: Parameters<typeof aSubscription>[1] = {}) =>
  aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers, ...over })

test('an outage that ends at night charges nothing before 04:00 local time, then everything once', async () => {
  const [london, karachi] = [await aDaily(), await aDaily({ timeZone: 'Asia/Karachi' })]
  // It is 01:00 in London and 06:00 in Karachi.
  await workAt('2026-11-22T01:00:00Z')
  expect([charged(london), charged(karachi)]).toEqual([[], ['2026-11-21']])
  expect(await donation(london, '2026-11-21')).toMatchObject({
    state: 'SCHEDULED',
    dueAt: new Date('2026-11-22T04:00:00Z'),
  })
  await workAt('2026-11-22T03:59:59Z')
  expect(charged(london)).toEqual([])
  await workAt('2026-11-22T04:00:00Z', '2026-11-22T09:00:00Z')
  expect(charged(london)).toEqual(['2026-11-21', '2026-11-22'])
})

test.each([
  ['of 47 hours', '2026-11-23T08:00:00Z', ['2026-11-21 2026-11-22'], 'SUCCEEDED'],
  ['of 40 hours, by night', '2026-11-23T01:00:00Z', ['2026-11-21 2026-11-22'], 'SUCCEEDED'],
  ['of 49 hours', '2026-11-23T10:00:00Z', ['2026-11-23'], 'SKIPPED'],
])('measures an outage of %s from the first due time, not from the delayed one', async (_, end, keys, first) => {
  const plan = await aDaily()
  await workAt(end)
  if (end.includes('T01')) await workAt('2026-11-23T04:00:00Z')
  expect(charged(plan)).toEqual(keys)
  expect((await donation(plan, '2026-11-21')).state).toBe(first)
})

test('retries a provider that recovers at night in the morning', async () => {
  const subscription = await aSubscription(installation.app)
  isAway = true
  await workAt('2026-11-27T09:00:00Z', '2026-11-27T15:00:00Z', '2026-11-27T23:58:00Z')
  isAway = false
  await workAt('2026-11-28T00:03:00Z', '2026-11-28T03:30:00Z')
  expect(charged(subscription)).toEqual([])
  await workAt('2026-11-28T04:00:00Z')
  expect(charged(subscription)).toEqual(['2026-11-27'])
})

test('charges a held night in its own small hours, and any other delayed night in the morning', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    donationAmount: 30_000,
    hijriYear: 1448,
  })
  await workAt('2027-02-08T03:29:59Z')
  expect(charged(subscription)).toEqual([])
  await workAt('2027-02-08T03:30:00Z')
  expect(charged(subscription)).toEqual(['ramadan:1448:1'])
  // The second night, due at 22:30, after an outage of three hours.
  await workAt('2027-02-09T01:30:00Z')
  expect(charged(subscription)).toEqual(['ramadan:1448:1'])
  await workAt('2027-02-09T04:00:00Z')
  expect(charged(subscription)).toEqual(['ramadan:1448:1', 'ramadan:1448:2'])
})

test('a held night delayed by an outage is charged in the morning, not at night', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    donationAmount: 30_000,
    hijriYear: 1448,
  })
  await workAt('2027-02-09T02:00:00Z')
  expect(charged(subscription)).toEqual([])
  await workAt('2027-02-09T04:00:00Z')
  expect(charged(subscription)).toEqual(['ramadan:1448:1 ramadan:1448:2'])
})

test('does not charge at night in the new zone of a donor who moved, and the page shows the time', async () => {
  const plan = await aDaily({ timeZone: 'America/Los_Angeles' })
  await workAt('2026-11-20T17:00:00Z')
  // It is 19:00 on the 21st in Tokyo: 09:00 has passed there and is still to come in Los Angeles.
  setClock('2026-11-21T10:00:00Z')
  await change(plan, { timeZone: 'Asia/Tokyo' })
  const view = await planViewOf(
    installation.app,
    (await findSubscription(installation.app.db, plan.subscription.id))!,
    'en',
  )
  expect(view.next).toMatchObject({ key: '2026-11-21', dueAt: new Date('2026-11-21T19:00:00.000Z') })
  await workAt('2026-11-21T17:00:00Z', '2026-11-21T18:59:00Z')
  expect(charged(plan)).toEqual(['2026-11-20'])
  await workAt('2026-11-21T19:00:00Z', '2026-11-22T00:00:00Z')
  expect(charged(plan)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22'])
})

test('crossing the date line and back charges no day twice and nothing at night', { timeout: 60_000 }, async () => {
  const plan = await aDaily({ timeZone: 'Pacific/Pago_Pago' })
  const zones = [
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Africa/Cairo',
    'Pacific/Pago_Pago',
  ]
  let zone = 'Pacific/Pago_Pago'
  let before = 0
  for (let hour = 0, moved = 0; hour < 24 * 9; hour += 2) {
    now = new Date(Date.parse('2026-11-21T00:30:00Z') + hour * 3_600_000)
    if (hour % 34 === 16 && moved < zones.length) {
      zone = zones[moved++]!
      await change(plan, { timeZone: zone })
    }
    await work()
    const chargeCount = charged(plan).length
    if (chargeCount > before)
      expect([zone, now.toISOString(), hourIn(zone, now) >= 4]).toEqual([zone, now.toISOString(), true])
    before = chargeCount
  }
  const keys = charged(plan).flatMap((text) => text!.split(' '))
  expect(keys.length).toBeGreaterThanOrEqual(8)
  expect(new Set(keys).size).toBe(keys.length)
  expect(
    (await occurrencesOf(installation.app.db, plan.subscription.id)).filter(({ state }) => state === 'SKIPPED'),
  ).toEqual([])
})

test('moves a retry that would fall into the night to its end', async () => {
  const plan = await aDaily({ cardToken: 'pm_card_chargeCustomerFail' })
  await workAt('2026-11-21T19:30:00Z')
  expect(await donation(plan, '2026-11-21')).toMatchObject({
    state: 'SCHEDULED',
    retries: 1,
    dueAt: new Date('2026-11-22T04:00:00Z'),
  })
})

test('a held night that its donor restores waits for the announcement like any other', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    donationAmount: 30_000,
    hijriYear: 1448,
  })
  const key = 'ramadan:1448:1'
  setClock('2027-02-07T12:00:00Z')
  await skipDonation(installation.app, { ...donor(subscription), key })
  setClock('2027-02-07T23:00:00Z')
  await restoreSkippedDonation(installation.app, { ...donor(subscription), key })
  await work()
  expect(charged(subscription)).toEqual([])
  expect(await donation(subscription, key)).toMatchObject({
    state: 'SCHEDULED',
    dueAt: new Date('2027-02-08T03:30:00Z'),
  })
  await workAt('2027-02-08T03:30:00Z')
  expect(charged(subscription)).toEqual([key])
})

test('a new card in a plan that its donor paused charges nothing and leaves nothing due', async () => {
  const plan = await aDaily({ cardToken: 'pm_card_chargeCustomerFail' })
  const card = await aProvenCard(installation.app, plan.viewer, 'pm_card_visa')
  await workAt('2026-11-21T09:00:00Z', '2026-11-21T15:00:00Z')
  expect((await donation(plan, '2026-11-21')).state).toBe('FAILED')
  await pauseSubscription(installation.app, donor(plan))
  await change(plan, { cardId: card.id })
  expect(
    (await occurrencesOf(installation.app.db, plan.subscription.id)).filter(({ state }) => state === 'SCHEDULED'),
  ).toEqual([])
  await workAt('2026-11-24T12:00:00Z')
  expect([charged(plan), (await donation(plan, '2026-11-21')).state]).toEqual([[], 'FAILED'])
})

test('charges the donor’s changed amount if the worker died before asking the bank', async () => {
  const plan = await aDaily({ donationAmount: 5000 })
  const failpoint = installation.app.failpoint
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === 'after_claim' ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
  setClock('2026-11-21T09:00:00Z')
  await chargeDue(installation.app)
  Object.assign(installation.app, { failpoint })
  expect((await donation(plan, '2026-11-21')).state).toBe('PROCESSING')
  await change(plan, { donationAmount: 700 })
  await workAt('2026-11-21T09:06:00Z', '2026-11-21T09:07:00Z')
  const [charge] = [...installation.sandbox!.gateway.store.truth.values()].filter(
    ({ metadata }) => metadata.subscription === plan.subscription.id,
  )
  expect(charge).toMatchObject({ amount: 700, metadata: { occurrences: '2026-11-21' } })
  expect(await donation(plan, '2026-11-21')).toMatchObject({ state: 'SUCCEEDED', gift: 700n })
})
