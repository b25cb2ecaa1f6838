import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { saveAnnouncement } from '#modules/recurring/plans/plan-queries.ts'
import { localDate } from '#shared/calendar.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import type { PlanPreview, SubscriptionView } from '../../contract-views.ts'
import { aSubscription, eachOf, programmePlans, thirtyNights } from '../../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
const amounts = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ amount }) => amount)
type Given = Awaited<ReturnType<typeof aSubscription>>
type Seen = SubscriptionView & { readonly occurrences: readonly NonNullable<SubscriptionView['next']>[] }
async function view({ subscription, viewer }: Pick<Given, 'subscription' | 'viewer'>): Promise<Seen> {
  const { token } = await openSession(installation.app, aRequestContext(), viewer.accountId)
  const answer = await installation.fastify.inject({
    url: `/v4/subscriptions/${subscription.id}`,
    headers: { authorization: `Bearer ${token}` },
  })
  return answer.json() as Seen
}
const zakat = async (count = 1) => {
  const made = await Promise.all(
    Array.from({ length: count }, () => aCampaign(installation.app, { ends_at: null, zakat_verified: true })),
  )
  return {
    isZakat: true,
    maximizeZakat: true,
    causes: made.map(({ id }) => ({ campaignId: String(id), share: 10_000 / count })),
  }
}
const sumOf = ({ gift, tip, coveredFee }: { gift: number; tip: number; coveredFee: number }) => gift + tip + coveredFee

test('a donor who covers the zakat fee sees the exact charge and is charged that', async () => {
  setClock('2026-11-20T12:00:00Z')
  const subscription = await aSubscription(installation.app, { ...(await zakat(2)), tipAmount: 100 })
  const before = await view(subscription)
  expect(before).toMatchObject({
    charged: { gift: 1000, tip: 100, coveredFee: 45, total: 1145 },
    chargedWith30: null,
    next: { coveredFee: 45 },
  })
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect(amounts(subscription.subscription.id)).toEqual([before.charged.total])
  const [paid, next] = (await view(subscription)).occurrences
  expect([paid, next]).toMatchObject([
    { status: 'SUCCEEDED', coveredFee: 45 },
    { status: 'SCHEDULED', coveredFee: 45 },
  ])
})

test('donations paid together show their shared fee, which is lower than separate ones', async () => {
  setClock('2026-11-24T12:00:00Z')
  const subscription = await aSubscription(installation.app, {
    ...(await zakat()),
    givingPlanId: programmePlans.DailyGivers,
  })
  setClock('2026-11-26T10:00:00Z')
  await work()
  const [one, other, next] = (await view(subscription)).occurrences
  const [charge] = amounts(subscription.subscription.id)
  expect(sumOf(one!) + sumOf(other!)).toBe(charge)
  expect(one!.coveredFee).toBeLessThan(next!.coveredFee)
})

test('adds nothing if no fee is covered', async () => {
  setClock('2026-11-20T12:00:00Z')
  expect(await view(await aSubscription(installation.app, { tipAmount: 100 }))).toMatchObject({
    charged: { gift: 1000, tip: 100, coveredFee: 0, total: 1100 },
  })
})

test('a Ramadan of uncertain length shows both totals until the next month is announced', async () => {
  setClock('2026-11-20T12:00:00Z')
  const request = {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...eachOf(thirtyNights, 1000),
    tipAmount: 3000,
    donationAmountCurrency: 'GBP',
    ...(await zakat()),
  }
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: '/v4/subscriptions/preview',
    payload: { ...request, timeZone: 'Europe/London' },
  })
  const preview = answer.json() as PlanPreview
  const subscription = await aSubscription(installation.app, request)
  const seen = await view(subscription)
  const thirtieth = preview.thirtieth ?? preview.donations.at(-1)!
  const low = preview.totalOf29 ?? preview.total
  expect([seen.charged.total, seen.chargedWith30?.total]).toEqual([low, low + sumOf(thirtieth)])
  expect(seen.charged.gift).toBe(29_000)
  // Shawwal begins after 29 nights in Britain.
  await installation.app.write((tx) =>
    saveAnnouncement(tx, {
      calendar: subscription.subscription.calendar,
      year: 1448,
      month: 10,
      startsOn: localDate('2027-03-09'),
      source: 'the moon was seen',
      by: subscription.viewer.accountId,
      at: now,
    }),
  )
  expect(await view(subscription)).toMatchObject({ charged: { gift: 29_000, total: low }, chargedWith30: null })
})
