import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext } from '#modules/platform/identity/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { chargeDue } from './charge-due.ts'
import { handleExpiredVerifications } from './expired-verifications.ts'
import { mailsOf } from '../notices/mails/testing.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription } from '../testing.ts'

let installation: TestApp
const friday = '2026-11-20T12:00:00Z'
let now = new Date(friday)
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock(friday))

const setClock = (instant: string) => void (now = new Date(instant))
const dayMs = 86_400_000
const charged = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ metadata }) => metadata.occurrences)
const stateOf = async (id: string, key: string) =>
  (await occurrencesOf(installation.app.db, id)).find((occurrence) => occurrence.key === key)?.state
const collect = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
const job = async () => {
  await Promise.all([handleExpiredVerifications(installation.app), handleExpiredVerifications(installation.app)])
  await runQueued(installation)
}
/** Runs all jobs day by day until an instant. */
async function until(instant: string): Promise<void> {
  for (const end = new Date(instant); now < end;) {
    now = new Date(Math.min(end.getTime(), now.getTime() + dayMs))
    await collect()
    await job()
  }
}
const set = (organizationId: bigint, input: { state?: 'verified' | 'requested' | 'rejected'; until?: string }) =>
  installation.app.db
    .updateTable('organizations.organization')
    .set({
      ...(input.state ? { verification_state: input.state } : {}),
      ...(input.until ? { verified_until: new Date(input.until) } : {}),
    })
    .where('id', '=', organizationId)
    .execute()

async function aPlanTo(verifiedUntil: string, others: readonly bigint[] = []) {
  const charity = await anOrganization(installation.app, {
    name: 'Bayt Trust',
    verified_until: new Date(verifiedUntil),
  })
  const campaign = await aCampaign(installation.app, { organization_id: charity.id, ends_at: null })
  const share = 10_000 / (others.length + 1)
  const subscription = await aSubscription(installation.app, {
    causes: [campaign.id, ...others].map((id) => ({ campaignId: String(id), share })),
  })
  const kinds = async () =>
    (await mailsOf(installation.app.db, subscription.viewer.email, '%'))
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'plan-confirmed')
  return { ...subscription, id: subscription.subscription.id, charity, campaign, kinds }
}

test('collects for 30 days after the expiry, pauses, and continues once the charity is verified again', async () => {
  const plan = await aPlanTo('2026-12-01T23:59:59Z')
  await until('2026-12-01T12:00:00Z')
  expect([charged(plan.id), await plan.kinds()]).toEqual([['2026-11-27'], []])
  await until('2026-12-31T12:00:00Z')
  expect(charged(plan.id)).toEqual(['2026-11-27', '2026-12-04', '2026-12-11', '2026-12-18', '2026-12-25'])
  expect(await plan.kinds()).toEqual(['plan-charity-expired'])
  const [mail] = await mailsOf(installation.app.db, plan.viewer.email, 'charity-expired')
  expect(JSON.stringify(mail)).toContain('31 December 2026')
  await until('2027-01-15T12:00:00Z')
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'paused', reason: 'charity' })
  expect(await plan.kinds()).toEqual(['plan-charity-expired', 'plan-charity-paused'])
  await set(plan.charity.id, { until: '2027-12-01T23:59:59Z' })
  await until('2027-01-23T12:00:00Z')
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'active', reason: null })
  expect(charged(plan.id).slice(5)).toEqual(['2027-01-22'])
  expect((await plan.kinds()).slice(2)).toEqual(['plan-resumed'])
})

test('refuses donations due after the 30 days by the clock, even if the job has not run', async () => {
  const plan = await aPlanTo('2026-11-21T23:59:59Z')
  setClock('2026-12-25T09:00:00Z')
  await collect()
  expect(charged(plan.id)).toEqual([])
  expect(await stateOf(plan.id, '2026-12-25')).toBe('SKIPPED')
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'paused', reason: 'charity' })
})

test('plans to a rejected charity pause at once and can’t be resumed by their donors', async () => {
  const plan = await aPlanTo('2027-11-01T23:59:59Z')
  await set(plan.charity.id, { state: 'rejected', until: friday })
  await job()
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'paused', reason: 'charity' })
  expect(await plan.kinds()).toEqual(['plan-charity-paused'])
  now = new Date(now.getTime() + 1100)
  const { token } = await openSession(installation.app, aRequestContext(), plan.viewer.accountId)
  const { version } = (await findSubscription(installation.app.db, plan.id))!
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const answer = await installation.fastify.inject({
    method: 'POST',
    url: `/v4/subscriptions/${plan.id}/resume`,
    headers,
    payload: { version },
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'charity-not-verified'])
})

test('ends a plan paused for a missing verification 180 days after the expiry', async () => {
  const plan = await aPlanTo('2026-11-21T12:00:00Z')
  setClock('2026-12-22T12:00:00Z')
  await job()
  setClock('2027-05-20T11:59:00Z')
  await job()
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'paused', reason: 'charity' })
  setClock('2027-05-20T12:00:00Z')
  await job()
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({
    state: 'ended',
    reason: 'charity',
    closedAt: now,
  })
  const [mail] = await mailsOf(installation.app.db, plan.viewer.email, 'ended')
  expect(JSON.stringify(mail)).toContain('can no longer receive donations')
})

test('ends plans to a closed charity at once with a mail; one with another cause continues (content-34)', async () => {
  const other = await aCampaign(installation.app, { ends_at: null })
  const [alone, shared] = [await aPlanTo('2027-11-01T23:59:59Z'), await aPlanTo('2027-11-01T23:59:59Z', [other.id])]
  for (const { charity } of [alone, shared])
    await installation.app.db
      .updateTable('organizations.organization')
      .set({ verification_state: 'none', verified_until: now, closed_at: now })
      .where('id', '=', charity.id)
      .execute()
  await job()
  expect(await findSubscription(installation.app.db, alone.id)).toMatchObject({ state: 'ended', reason: 'charity' })
  expect(await alone.kinds()).toEqual(['plan-ended'])
  expect(await findSubscription(installation.app.db, shared.id)).toMatchObject({ state: 'active' })
})

test('continues a plan with another cause, which gets the unverified charity’s share', async () => {
  const other = await aCampaign(installation.app, { ends_at: null })
  const plan = await aPlanTo('2026-11-21T23:59:59Z', [other.id])
  await set(plan.charity.id, { state: 'rejected' })
  setClock('2026-11-27T09:00:00Z')
  await job()
  await collect()
  await runQueued(installation)
  const rows = await installation.app.db
    .selectFrom('giving.donation')
    .select(['campaign_id', 'gift'])
    .where('account_id', '=', plan.viewer.accountId)
    .execute()
  expect(rows).toEqual([{ campaign_id: other.id, gift: 1000n }])
  expect(await findSubscription(installation.app.db, plan.id)).toMatchObject({ state: 'active' })
  expect(await plan.kinds()).toContain('plan-causes-excluded')
})
