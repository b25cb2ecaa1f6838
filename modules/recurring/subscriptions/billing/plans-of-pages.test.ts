import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { anOrganization } from '#modules/causes/organizations/testing.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { aSubscription } from '../testing.ts'
import { liveReceiptsOf } from '#modules/money/receipts/queries/issued.ts'
import type { Notice } from '../agreement/queue-notice.ts'
import { mailsOf } from '../notices/mails/testing.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { runQueued } from '#tests/support/queue.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { chargeDue } from './charge-due.ts'
import { handleExpiredVerifications } from './expired-verifications.ts'

let installation: TestApp
const friday = '2026-11-20T12:00:00Z'
let now = new Date(friday)
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock(friday))

const setClock = (instant: string) => void (now = new Date(instant))
const charged = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ metadata }) => metadata.occurrences)
const collect = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
  await runQueued(installation)
}
/** Runs the job on two workers at once and then again; it must take effect once. */
const job = async () => {
  await Promise.all([handleExpiredVerifications(installation.app), handleExpiredVerifications(installation.app)])
  await handleExpiredVerifications(installation.app)
  await runQueued(installation)
}
const change = (
  id: bigint,
  set: { status?: 1 | 2 | 3; ends_at?: Date; archived_at?: Date; paused_by_staff_at?: Date },
) => installation.app.db.updateTable('campaigns.campaign').set(set).where('id', '=', id).execute()

async function aPlanTo(others: readonly bigint[] = [], kind: 'hosted-page' | 'fundraiser' = 'hosted-page') {
  const charity = await anOrganization(installation.app, { name: 'Bayt Trust', name_ar: null })
  const fund = await aCampaign(installation.app, { organization_id: charity.id, ends_at: null, kind: 'general-fund' })
  const page = await aCampaign(installation.app, {
    organization_id: charity.id,
    ends_at: null,
    kind,
    ...(kind === 'hosted-page'
      ? { organizer_account_id: null, frequencies: ['onetime', 'week'], payment_methods: ['card'] }
      : {}),
  })
  const share = 10_000 / (others.length + 1)
  const subscription = await aSubscription(installation.app, {
    causes: [page.id, ...others].map((id) => ({ campaignId: String(id), share })),
  })
  const mails = async () =>
    (await mailsOf(installation.app.db, subscription.viewer.email, '%')).filter(({ kind }) => kind !== 'plan-confirmed')
  return { ...subscription, id: subscription.subscription.id, page, fund, mails }
}
const subscription = (id: string) => findSubscription(installation.app.db, id)

test.each([
  ['its last day has passed', { ends_at: new Date(friday) }],
  ['it was ended', { status: 3 }],
  ['it was archived', { status: 2, archived_at: new Date(friday) }],
] as const)('ends the plans of a page once %s, with one mail (pages-14)', async (_, set) => {
  const plan = await aPlanTo()
  await change(plan.page.id, set)
  await job()
  expect(await subscription(plan.id)).toMatchObject({ state: 'ended', reason: 'page', closedAt: now })
  const mails = await plan.mails()
  expect(mails.map(({ kind }) => kind)).toEqual(['plan-ended'])
  // The link opens the general fund's form with the plan's amount and frequency.
  expect(mails[0]?.text).toContain(`/v4/checkout/${plan.fund.slug}?amount=10&frequencyType=week`)
  expect(mails[0]?.text).toContain('we’ve cancelled the plan')
  setClock('2026-12-04T12:00:00Z')
  await collect()
  await job()
  expect([charged(plan.id), (await plan.mails()).length]).toEqual([[], 1])
})

test('a donation that is due first ends the plan itself, and the job that follows sends no second mail', async () => {
  const plan = await aPlanTo()
  setClock('2026-11-27T10:00:00Z')
  await change(plan.page.id, { status: 3 })
  await collect()
  expect(await subscription(plan.id)).toMatchObject({ state: 'ended', reason: 'page' })
  await job()
  expect((await plan.mails()).map(({ kind }) => kind)).toEqual(['plan-ended'])
  expect(charged(plan.id)).toEqual([])
})

test('a mail job that runs again sends nothing again', async () => {
  const plan = await aPlanTo()
  await change(plan.page.id, { status: 3 })
  await handleExpiredVerifications(installation.app)
  const notices = (await queuedJobs<Notice>(installation.app.db))
    .map(({ payload }) => payload)
    .filter(({ kind, subscriptionId }) => kind === 'ended' && subscriptionId === plan.id)
  expect(notices).toHaveLength(1)
  for (let run = 0; run < 3; run += 1) await sendNotice(installation.app, notices[0]!, liveReceiptsOf)
  await runQueued(installation)
  expect(await plan.mails()).toHaveLength(1)
})

test.each([
  ['unpublished', {}],
  ['held by staff', { paused_by_staff_at: new Date(friday) }],
])('pauses the plans of a page that is %s, and collects nothing later (pages-14)', async (_, set) => {
  const plan = await aPlanTo()
  await change(plan.page.id, { status: 2, ...set })
  await job()
  expect(await subscription(plan.id)).toMatchObject({ state: 'paused', reason: 'page' })
  setClock('2026-12-09T12:00:00Z')
  await collect()
  await job()
  await installation.app.db
    .updateTable('campaigns.campaign')
    .set({ status: 1, paused_by_staff_at: null })
    .where('id', '=', plan.page.id)
    .execute()
  await job()
  expect(await subscription(plan.id)).toMatchObject({ state: 'active', reason: null })
  await collect()
  expect(charged(plan.id)).toEqual([])
  setClock('2026-12-11T12:00:00Z')
  await collect()
  expect(charged(plan.id)).toEqual(['2026-12-11'])
  expect((await plan.mails()).map(({ kind }) => kind).slice(0, 2)).toEqual(['plan-page-paused', 'plan-resumed'])
})

test('a donation that is due while its page is unpublished is skipped, and the plan pauses', async () => {
  const plan = await aPlanTo()
  setClock('2026-11-27T10:00:00Z')
  await change(plan.page.id, { status: 2 })
  await collect()
  expect(await subscription(plan.id)).toMatchObject({ state: 'paused', reason: 'page' })
  const [first] = await occurrencesOf(installation.app.db, plan.id)
  expect(first).toMatchObject({ key: '2026-11-27', state: 'SKIPPED' })
})

test('a plan with another open cause continues, and gives it the page’s part', async () => {
  const other = await aCampaign(installation.app, { ends_at: null })
  const plan = await aPlanTo([other.id])
  await change(plan.page.id, { status: 3 })
  setClock('2026-11-27T10:00:00Z')
  await job()
  await collect()
  expect(await subscription(plan.id)).toMatchObject({ state: 'active' })
  expect(charged(plan.id)).toEqual(['2026-11-27'])
})

test('a plan to a closed fundraiser pauses until its donor chooses another, as before', async () => {
  const plan = await aPlanTo([], 'fundraiser')
  await change(plan.page.id, { status: 3 })
  await job()
  expect(await subscription(plan.id)).toMatchObject({ state: 'active' })
  setClock('2026-11-27T10:00:00Z')
  await collect()
  expect(await subscription(plan.id)).toMatchObject({ state: 'paused', reason: 'causes' })
  await job()
  expect((await plan.mails()).map(({ kind }) => kind)).toEqual(['plan-causes-closed'])
})
