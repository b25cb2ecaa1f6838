import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign, aLevel } from '#modules/causes/campaigns/testing.ts'
import { eraseSubscriptions } from '../erase-subscriptions.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import type { PlanPreview, SubscriptionView } from '../../contract-views.ts'
import { endFinishedPlans } from '../states/end-finished-plans.ts'
import { aPlanOf, aSubscription, programmePlans } from '../../testing.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock('2026-11-20T12:00:00Z'))

const setClock = (instant: string) => void (now = new Date(instant))
/** Creates a fundraiser with a weekly plan and a level of 25.00 with this many units. */
async function aPlanWithLevel(over: Parameters<typeof aLevel>[2] = { claim_limit: 2 }) {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const level = await aLevel(installation.app, campaign.id, over)
  return { campaign, level, plan: await aPlanOf(installation.app, campaign.id), rewardId: String(level.id) }
}
type Planned = Awaited<ReturnType<typeof aPlanWithLevel>>
/** The donor typed 12.00 a week; the level costs 25.00. */
const begin = ({ plan, rewardId, campaign }: Planned, over: Parameters<typeof aSubscription>[1] = {}) =>
  aSubscription(installation.app, {
    givingPlanId: plan,
    rewardId,
    donationAmount: 1200,
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
    ...over,
  })
const claimed = async ({ level }: Planned) =>
  (
    await installation.app.db
      .selectFrom('campaigns.level')
      .select(['claimed', 'reserved'])
      .where('id', '=', level.id)
      .executeTakeFirstOrThrow()
  ).claimed
const donations = ({ campaign }: Planned) =>
  installation.app.db
    .selectFrom('giving.donation')
    .select(['id', 'intent_id as intentId', 'gift', 'level_id as levelId'])
    .where('campaign_id', '=', campaign.id)
    .orderBy('given_at')
    .orderBy('line')
    .execute()
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
const troubles = async () =>
  (await verifyLedger(installation.database.ownerUrl, undefined)).filter(
    ({ title, count }) => title.startsWith('Q10') && count > 0,
  )

async function ask<Body = SubscriptionView & { readonly code: string; readonly fields: Record<string, string> }>(
  input: Pick<Awaited<ReturnType<typeof begin>>, 'viewer'> | null,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload: object = {},
) {
  const token = input && (await openSession(installation.app, aRequestContext(), input.viewer.accountId)).token
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as Body }
}
const view = async (input: Awaited<ReturnType<typeof begin>>) =>
  (await ask(input, 'GET', `/v4/subscriptions/${input.subscription.id}`)).body
const act = async (
  input: Awaited<ReturnType<typeof begin>>,
  method: 'POST' | 'PATCH',
  path: string,
  payload: object = {},
) =>
  ask(input, method, `/v4/subscriptions/${input.subscription.id}${path}`, {
    version: (await view(input)).version,
    ...payload,
  })
const preview = (plan: Planned, over: object = {}) =>
  ask<PlanPreview & { fields: Record<string, string> }>(null, 'POST', '/v4/subscriptions/preview', {
    givingPlanId: plan.plan,
    donationAmount: 1200,
    donationAmountCurrency: 'GBP',
    rewardId: plan.rewardId,
    ...over,
  })

test('a level sets each amount, is claimed at the start and fulfilled with the first donation [S2 §3]', async () => {
  const plan = await aPlanWithLevel()
  expect((await preview(plan)).body.donations[0]).toMatchObject({ gift: 2500 })
  expect((await preview(plan, { rewardId: Number(plan.rewardId) })).body.donations[0]).toMatchObject({ gift: 2500 })
  const given = await begin(plan)
  expect(given.subscription).toMatchObject({
    donationAmount: 2500,
    reward: { id: plan.rewardId, title: 'A family for a month', state: 'reserved' },
  })
  expect(await claimed(plan)).toBe(1)
  expect(await donations(plan)).toEqual([])

  setClock('2026-11-27T10:00:00Z')
  await work()
  setClock('2026-12-04T10:00:00Z')
  await work()
  expect((await donations(plan)).map(({ gift, levelId }) => [gift, levelId])).toEqual([
    [2500n, plan.level.id],
    [2500n, null],
  ])
  expect(await claimed(plan)).toBe(1)
  expect((await view(given)).reward).toMatchObject({ state: 'fulfilled' })
  expect((await act(given, 'POST', '/cancel')).body.reward).toMatchObject({ state: 'fulfilled' })
  expect(await claimed(plan)).toBe(1)
  expect(await troubles()).toEqual([])
})

test('fulfils a level once when several donations are collected together', async () => {
  const plan = await aPlanWithLevel()
  await installation.app.db.updateTable('plans.plan').set({ frequency: 'day' }).where('id', '=', plan.plan).execute()
  await begin(plan)
  setClock('2026-11-22T12:00:00Z')
  await work()
  expect((await donations(plan)).map(({ levelId }) => levelId)).toEqual([plan.level.id, null])
  expect(await troubles()).toEqual([])
})

test('a declined donation fulfils no level; the next paid one does', async () => {
  const plan = await aPlanWithLevel()
  const given = await begin(plan, { cardToken: 'pm_card_chargeCustomerFail' })
  const { card } = await begin(await aPlanWithLevel(), { viewer: given.viewer })
  setClock('2026-11-27T10:00:00Z')
  await work()
  expect(await donations(plan)).toEqual([])
  expect([await claimed(plan), (await view(given)).reward?.state]).toEqual([1, 'reserved'])
  await installation.app.db
    .updateTable('subscriptions.subscription')
    .set({ card_id: card.id })
    .where('id', '=', given.subscription.id)
    .execute()
  setClock('2026-12-04T10:00:00Z')
  await work()
  expect((await donations(plan)).filter(({ levelId }) => levelId !== null)).toHaveLength(1)
  expect(await troubles()).toEqual([])
})

test('gives the last place to one of two donors and releases it if no donation was made', async () => {
  const plan = await aPlanWithLevel({ claim_limit: 1 })
  const both = await Promise.allSettled([begin(plan), begin(plan)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const first = both.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))[0]!
  expect(await claimed(plan)).toBe(1)
  setClock('2026-11-20T12:05:00Z')
  expect((await preview(plan)).body.fields).toEqual({ rewardId: 'This giving level is sold out.' })
  expect((await act(first, 'POST', '/cancel')).body.reward).toMatchObject({ state: 'released' })
  expect(await claimed(plan)).toBe(0)
  setClock('2026-11-20T12:10:00Z')
  // One plan ends by itself before its first donation; the donor of the other is erased.
  const ending = await begin(plan, { unsubscribedAt: '2026-11-27' })
  await installation.app.db
    .updateTable('subscriptions.occurrence')
    .set({ state: 'SKIPPED', skip_reason: 'outage' })
    .where('subscription_id', '=', ending.subscription.id)
    .execute()
  setClock('2026-12-20T10:00:00Z')
  expect(await troubles()).toEqual([])
  await endFinishedPlans(installation.app)
  expect([await claimed(plan), (await view(ending)).state]).toEqual([0, 'ended'])
  setClock('2026-12-20T10:05:00Z')
  const erased = await begin(plan)
  await installation.app.write((tx) =>
    eraseSubscriptions(installation.app, tx, { accountId: erased.viewer.accountId, at: now }),
  )
  expect(await claimed(plan)).toBe(0)
})

test('a donor has a level through one plan at a time', async () => {
  const plan = await aPlanWithLevel({ claim_limit: 9 })
  const { viewer } = await begin(plan)
  const again = await Promise.allSettled([begin(plan, { viewer }), begin(plan, { viewer })])
  for (const result of again)
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { fields: { rewardId: { code: 'level-yours-already' } } },
    })
  expect(await claimed(plan)).toBe(1)
})

test('refuses levels with more requirements, of others, hidden, removed or on a programme at their field', async () => {
  const plan = await aPlanWithLevel()
  const other = await aPlanWithLevel()
  const shipped = await aLevel(installation.app, plan.campaign.id, { position: 2, require_shipping: true })
  const level = await aLevel(installation.app, plan.campaign.id, { position: 3, require_note: true })
  const hidden = await aLevel(installation.app, plan.campaign.id, { position: 4, flags: 8 })
  for (const rewardId of [other.rewardId, '999999', String(shipped.id), String(level.id), String(hidden.id)]) {
    const { status, body } = await preview(plan, { rewardId })
    expect([rewardId, status, body.fields]).toEqual([rewardId, 400, { rewardId: 'This giving level isn’t available.' }])
  }
  expect((await preview(plan, { givingPlanId: programmePlans.FridayGivers })).body.fields).toEqual({
    rewardId: 'This giving level isn’t available.',
  })
})

test('a plan keeps its level until the first donation while the amount covers it', async () => {
  const plan = await aPlanWithLevel({ claim_limit: 1 })
  const given = await begin(plan)
  expect((await act(given, 'PATCH', '', { donationAmount: 5000 })).body.reward).toMatchObject({ state: 'reserved' })
  expect((await act(given, 'PATCH', '', { donationAmount: 2500 })).body.reward).toMatchObject({ state: 'reserved' })
  expect((await act(given, 'PATCH', '', { tipAmount: 100 })).body.reward).toMatchObject({ state: 'reserved' })
  expect((await act(given, 'PATCH', '', { donationAmount: 2400 })).body.reward).toBeNull()
  expect(await claimed(plan)).toBe(0)

  const elsewhere = await begin(plan)
  const other = await aCampaign(installation.app, { ends_at: null })
  const causes = [{ campaignId: String(other.id), share: 10_000 }]
  expect((await act(elsewhere, 'PATCH', '', { causes })).body.reward).toBeNull()
  expect(await claimed(plan)).toBe(0)

  const giving = await begin(plan)
  setClock('2026-11-27T10:00:00Z')
  await work()
  expect((await act(giving, 'PATCH', '', { donationAmount: 500 })).body.reward).toMatchObject({ state: 'fulfilled' })
  expect(await claimed(plan)).toBe(1)
  expect(await troubles()).toEqual([])
})

test('releases the place when the donation that fulfilled the level is refunded', async () => {
  const plan = await aPlanWithLevel({ claim_limit: 1 })
  await begin(plan)
  setClock('2026-11-27T10:00:00Z')
  await work()
  const { refund, staff, drain } = refundHelpers(installation)
  const finance = await staff()
  const [donation] = await donations(plan)
  const answer = await refund(finance, donation!.intentId, {})
  expect(answer.status).toBeLessThan(300)
  while ((await drain()) > 0);
  expect(await claimed(plan)).toBe(0)
})

test('the checks find a plan’s level that no claim holds', async () => {
  const { subscription } = await begin(await aPlanWithLevel())
  const lose = (state: 'released' | 'claimed') =>
    installation.app.db
      .updateTable('campaigns.level_claim')
      .set({ state })
      .where('intent_id', '=', subscription.id)
      .execute()
  await lose('released')
  expect(await troubles()).toHaveLength(1)
  await lose('claimed')
  expect(await troubles()).toEqual([])
})
