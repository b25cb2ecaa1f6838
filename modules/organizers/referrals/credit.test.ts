import { creditDonations, updateReferralsAfterRefunds } from './credit.ts'
import { flagsServer } from '#modules/platform/flags/index-server.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { countDonationSources } from '#modules/money/giving/index.ts'
import { refundHelpers } from '#modules/money/refunds/testing.ts'
import { settleRefund } from '#modules/money/refunds/settle-refund.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { findSubscription } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import { aPlanOf, aSubscription, programmePlans } from '#modules/recurring/subscriptions/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import type { ReferralStats } from './contract.ts'
import { referralStats } from './referral-stats.ts'
import { referralHelpers } from './testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let request: ReturnType<typeof referralHelpers>
let bank: ReturnType<typeof refundHelpers>
let campaign: Awaited<ReturnType<typeof aCampaign>>
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  request = referralHelpers(installation)
  bank = refundHelpers(installation)
})
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  campaign = await aCampaign(installation.app, { ends_at: null })
})
afterAll(() => installation.close())

const stats = async (token: string, campaignId: bigint | string = campaign.id, query = '') =>
  (await request.ask<ReferralStats>(token, 'GET', `/v4/referers/${campaignId}/referrals/stats${query}`)).body
const gbp = (amount: number, donations: number) => [{ currencyCode: 'GBP', amount, donations }]

test('counts a donation through a link for its owner once, however often the event arrives', async () => {
  const leader = await request.aLeader(campaign.id)
  const donation = await request.aReferral(campaign.id, leader.code)
  await installation.app.write((tx) => creditDonations(tx, [{ intentId: donation.intentId, subscriptionId: null }]))
  await Promise.all(
    [1, 2, 3].map(() =>
      installation.app.write((tx) => creditDonations(tx, [{ intentId: donation.intentId, subscriptionId: null }])),
    ),
  )
  expect(await stats(leader.token)).toEqual({
    scope: 'link',
    count: 1,
    donations: 1,
    recurring: 0,
    amounts: gbp(2000, 1),
  })
})

test.each([
  ['that doesn’t exist', async () => 'TeamUnknown'],
  [
    'of another fundraiser',
    async () => (await request.aLeader((await aCampaign(installation.app, { ends_at: null })).id)).code,
  ],
  ['that is none', async () => 'poster'],
])('a code %s is ignored: the gift keeps where else it came from (content-18)', async (_, codeOf) => {
  const code = await codeOf()
  await bank.donation(campaign.id, { referredDonor: code, src: 'newsletter' })
  const sources = await countDonationSources(installation.app, {
    campaignId: campaign.id,
    from: new Date(0),
    to: new Date('2030-01-01'),
    limit: 5,
  })
  expect(sources).toMatchObject([{ kind: 'source', name: 'newsletter' }])
  const { subscription } = await aSubscription(installation.app, {
    code,
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
    givingPlanId: await aPlanOf(installation.app, campaign.id),
  })
  expect((await findSubscription(installation.app.db, subscription.id))!.details.referredDonor).toBeNull()
})

test('anyone can check whether a code counts for a fundraiser or plan, and learns no more', async () => {
  const leader = await request.aLeader(campaign.id)
  const plan = await aPlanOf(installation.app, campaign.id)
  const other = await aCampaign(installation.app, { ends_at: null })
  const respond = async (code: string, query: string) =>
    (await request.ask(undefined, 'GET', `/v4/referral-codes/${code}?${query}`)).body
  for (const query of [
    `campaignId=${campaign.id}`,
    `givingPlanId=${plan}`,
    `givingPlanId=${programmePlans.FridayGivers}`,
  ])
    expect([query, await respond(leader.code, query)]).toEqual([query, { counts: true }])
  for (const query of [
    `campaignId=${other.id}`,
    `givingPlanId=${await aPlanOf(installation.app, other.id)}`,
    'givingPlanId=nonsense',
    '',
  ])
    expect([query, await respond(leader.code, query)]).toEqual([query, { counts: false }])
  expect(await respond('TeamUnknown', `campaignId=${campaign.id}`)).toEqual({ counts: false })
})

test('the form’s own payment carries the code to the credit', async () => {
  const leader = await request.aLeader(campaign.id)
  await bank.donation(campaign.id, { referredDonor: leader.code })
  expect(await stats(leader.token)).toMatchObject({ count: 1, amounts: gbp(2000, 1) })
})

test('an unknown, misspelt, foreign or missing code counts for no one', async () => {
  const leader = await request.aLeader(campaign.id)
  const other = await aCampaign(installation.app, { ends_at: null })
  for (const code of ['TeamUnknown', leader.code.toLowerCase(), `${leader.code}x`, 'Sana', null])
    await request.aReferral(campaign.id, code)
  await request.aReferral(other.id, leader.code)
  expect(await stats(leader.token)).toMatchObject({ count: 0, donations: 0, amounts: [] })
})

test('a donor with two donations counts as one donor', async () => {
  const leader = await request.aLeader(campaign.id)
  const donorKey = Buffer.from('umm yusuf').toString('base64')
  await request.aReferral(campaign.id, leader.code, {}, { donorKey })
  await request.aReferral(campaign.id, leader.code, { gift: '500' }, { donorKey })
  await request.aReferral(campaign.id, leader.code)
  expect(await stats(leader.token)).toMatchObject({ count: 2, donations: 3, amounts: gbp(4500, 3) })
})

test('a refund reduces the credit, and a failed refund restores it', async () => {
  const leader = await request.aLeader(campaign.id)
  const staff = await bank.staff()
  const donation = await bank.donation(campaign.id, { referredDonor: leader.code })
  await bank.donation(campaign.id, { referredDonor: leader.code })
  const part = await bank.refund(staff, donation.intentId, {
    everything: false,
    lines: [{ donationId: donation.donationId, gift: 500 }],
  })
  expect(part.status).toBe(200)
  await bank.drain()
  expect(await stats(leader.token)).toMatchObject({ count: 2, donations: 2, amounts: gbp(3500, 2) })
  const rest = await bank.refund(staff, donation.intentId)
  await bank.drain()
  expect(await stats(leader.token)).toMatchObject({ count: 1, donations: 1, amounts: gbp(2000, 1) })
  const before = await installation.app.db
    .selectFrom('refunds.refund')
    .selectAll()
    .where('id', '=', rest.body.id)
    .executeTakeFirstOrThrow()
  await settleRefund(installation.app, before.id, {
    kind: 'created',
    refund: {
      refundId: before.provider_refund_id!,
      providerIntentId: '',
      reference: undefined,
      amount: before.amount,
      currency: 'GBP',
      status: 'failed',
      failureReason: 'expired_or_canceled_card',
    },
  })
  await bank.drain()
  await installation.app.write((tx) => updateReferralsAfterRefunds(tx, [donation.donationId]))
  expect(await stats(leader.token)).toMatchObject({ count: 2, donations: 2, amounts: gbp(3500, 2) })
})

test('counts each donation of a subscription, by its giving plan', async () => {
  const leader = await request.aLeader(campaign.id)
  const { subscription } = await aSubscription(installation.app, {
    code: leader.code,
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
  })
  await request.aReferral(campaign.id, leader.code)
  for (const friday of ['2026-11-27T09:00:00Z', '2026-12-04T09:00:00Z']) {
    now = new Date(friday)
    while ((await chargeDue(installation.app)) > 0);
    await request.drain()
  }
  expect(subscription.programme).toBe('FridayGivers')
  expect(await stats(leader.token)).toMatchObject({ count: 2, donations: 3, recurring: 2, amounts: gbp(4000, 3) })
  expect(await stats(leader.token, campaign.id, `?givingPlanId=${programmePlans.FridayGivers}`)).toMatchObject({
    count: 1,
    donations: 2,
    amounts: gbp(2000, 2),
  })
  expect(
    await stats(
      leader.token,
      campaign.id,
      `?givingPlanId=${programmePlans.DailyGivers},${programmePlans.FridayGivers}`,
    ),
  ).toMatchObject({ donations: 2 })
  expect(await stats(leader.token, campaign.id, `?givingPlanId=${programmePlans.DailyGivers}`)).toMatchObject({
    count: 0,
    donations: 0,
    amounts: [],
  })
})

test('a programme’s link counts its donations to any cause, and no other programme’s', async () => {
  const leader = await request.aLeader(0n, programmePlans.FridayGivers)
  const causes = [{ campaignId: String(campaign.id), share: 10_000 }]
  await aSubscription(installation.app, { code: leader.code, causes })
  await aSubscription(installation.app, { code: leader.code, causes, givingPlanId: programmePlans.DailyGivers })
  await request.aReferral(campaign.id, leader.code)
  now = new Date('2026-11-27T09:00:00Z')
  while ((await chargeDue(installation.app)) > 0);
  await request.drain()
  expect(await stats(leader.token, '0')).toMatchObject({ count: 1, donations: 1, recurring: 1, amounts: gbp(1000, 1) })
})

test('a Dhul Hijjah plan started while the option was on counts, also after it was turned off [S2 §9]', async () => {
  now = new Date('2026-05-20T12:00:00Z')
  campaign = await aCampaign(installation.app, { ends_at: null })
  await flagsServer.setFlag(installation.app, 'dhul-hijjah-referrals', 'on')
  const leader = await request.aLeader(0n, programmePlans.DhulHijjah)
  const beginBy = () =>
    aSubscription(installation.app, {
      givingPlanId: programmePlans.DhulHijjah,
      nights: [9],
      code: leader.code,
      causes: [{ campaignId: String(campaign.id), share: 10_000 }],
    })
  await beginBy()
  await flagsServer.setFlag(installation.app, 'dhul-hijjah-referrals', 'off')
  await beginBy()
  now = new Date('2026-05-26T20:00:00Z')
  while ((await chargeDue(installation.app)) > 0);
  await request.drain()
  expect(await stats(leader.token, '0')).toMatchObject({ count: 1, donations: 1, recurring: 1, amounts: gbp(1000, 1) })
})

test('returns what came through an account’s links to other modules, optionally within a period', async () => {
  const leader = await request.aLeader(campaign.id)
  await request.aReferral(campaign.id, leader.code)
  now = new Date('2026-12-20T12:00:00Z')
  await request.aReferral(campaign.id, leader.code, { gift: '700' })
  const { accountId } = leader.viewer
  expect(await referralStats(installation.app, { accountId })).toEqual({
    count: 2,
    donations: 2,
    recurring: 0,
    amounts: [{ currencyCode: 'GBP', amount: 2700n, donations: 2 }],
  })
  const december = { accountId, from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') }
  expect(await referralStats(installation.app, december)).toMatchObject({
    count: 1,
    amounts: [{ currencyCode: 'GBP', amount: 700n, donations: 1 }],
  })
})

test('an erased person’s links give no credit, and what they brought stays the fundraiser’s', async () => {
  const leader = await request.aLeader(campaign.id)
  await request.aReferral(campaign.id, leader.code)
  expect((await request.ask(leader.token, 'POST', '/v4/privacy/erasure', { understood: true })).status).toBe(200)
  await request.aReferral(campaign.id, leader.code)
  const owner = await request.ofCharity(campaign.organization_id as bigint, 'owner')
  expect(await stats(owner)).toMatchObject({ scope: 'fundraiser', count: 1, amounts: gbp(2000, 1) })
  expect(
    (await request.ask(owner, 'GET', `/v4/referers/by-code/${leader.code}/${programmePlans.FridayGivers}`)).status,
  ).toBe(404)
})
