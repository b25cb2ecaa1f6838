import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { guestPlans } from '#modules/recurring/subscriptions/agreement/donor/testing.ts'
import { sendNotice } from '#modules/recurring/subscriptions/notices/send-notice.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { manualClock } from '#tests/support/ports.ts'
import type { charityDonorsContract } from './contract-donors.ts'

type Plans = OutputOf<typeof charityDonorsContract, 'GET /v4/organizations/:organizationId/donor-plans'>

let installation: TestApp
let plans: Awaited<ReturnType<typeof guestPlans>>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  plans = await guestPlans(installation)
})
afterAll(() => installation.close())

const call = async <Body>(token: string, method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(payload ? { 'content-type': 'application/json' } : {}) },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json<Body & { code?: string }>() }
}

/** Starts a plan, and returns it with the path of its charity's plans. */
async function aStartedPlan(over: object = {}) {
  const plan = await plans.begin(undefined, over)
  const { causes } = await plan.read()
  const { organizationId } = await installation.app.db
    .selectFrom('campaigns.campaign')
    .select('organization_id as organizationId')
    .where('id', '=', BigInt(causes[0]!.campaignId))
    .executeTakeFirstOrThrow()
  const tokenOf = async (role: 'finance' | 'donor-support' | 'editor') =>
    (await aMemberOf(installation, String(organizationId), role)).token
  return { ...plan, tokenOf, path: `/v4/organizations/${organizationId}/donor-plans` }
}

/** Sends the notices that are queued. */
async function sendNotices() {
  const jobs = await queuedJobs<Parameters<typeof sendNotice>[1]>(installation.app.db, 'subscriptions:send_notice')
  for (const { payload } of jobs) await sendNotice(installation.app, payload, async () => new Map())
}

test('lists plans with their state, next date, failures and mails; an anonymous donor has no name', async () => {
  const named = await aStartedPlan()
  const hidden = await aStartedPlan({ anonymous: true })
  await sendNotices()
  const { status, body } = await call<Plans>(await named.tokenOf('donor-support'), 'GET', named.path)
  expect([status, body.canCancel, body.next]).toEqual([200, false, null])
  const found = (id: string) => body.plans.find((plan) => plan.id === id)
  expect(found(named.id)).toMatchObject({
    state: 'active',
    frequency: 'month',
    gift: 1000,
    currency: 'GBP',
    paid: 1,
    failures: 0,
    failed: 0,
    name: 'Amina Yusuf',
    nextOn: '2026-12-02',
    startedOn: '2026-11-02',
  })
  expect(found(hidden.id)).toMatchObject({ name: null, donationId: null, paid: 1 })
  expect(body.plans.flatMap(({ mails }) => mails).every(({ kind, sentOn }) => kind && sentOn === '2026-11-02')).toBe(
    true,
  )
  const token = await named.tokenOf('finance')
  const page = (await call<Plans>(token, 'GET', `${named.path}?limit=1`)).body
  const rest = (await call<Plans>(token, 'GET', `${named.path}?limit=1&before=${page.next}`)).body
  expect(new Set([...page.plans, ...rest.plans].map(({ id }) => id))).toEqual(new Set([named.id, hidden.id]))
  expect((await call<Plans>(token, 'GET', `${named.path}?state=cancelled`)).body.plans).toEqual([])
  expect((await call<Plans>(token, 'GET', `${named.path}?failing=yes`)).body.plans).toEqual([])
})

test('a member cancels a plan with a reason that the donor gets by mail, once', async () => {
  const plan = await aStartedPlan()
  const finance = await plan.tokenOf('finance')
  const cancel = (token: string, reason = 'You asked us on the phone.') =>
    call(token, 'POST', `${plan.path}/${plan.id}/cancellation`, { reason })
  expect((await cancel(await plan.tokenOf('donor-support'))).status).toBe(403)
  expect((await cancel(finance, ' ')).status).toBe(400)
  expect((await cancel(finance)).status).toBe(200)
  expect(await plan.read()).toMatchObject({ state: 'cancelled', reason: 'charity' })
  expect(await cancel(finance)).toMatchObject({ status: 409, body: { code: 'subscription-over' } })
  await sendNotices()
  const mails = await installation.app.db
    .selectFrom('notifications.mail')
    .select(['subject', 'content'])
    .where('to_address', '=', plan.email)
    .where('kind', '=', 'plan-cancelled')
    .execute()
  expect(mails).toHaveLength(1)
  expect(JSON.stringify(mails[0])).toContain('You asked us on the phone.')
  clock.move({ days: 40 })
  await plans.work()
  const { body } = await call<Plans>(await plan.tokenOf('finance'), 'GET', plan.path)
  expect(body.plans.find(({ id }) => id === plan.id)).toMatchObject({
    state: 'cancelled',
    paid: 1,
    nextOn: null,
    endedOn: '2026-11-02',
    mails: expect.arrayContaining([{ kind: 'plan-cancelled', sentOn: '2026-11-02' }]),
  })
})

test('another charity’s plans are not found (security-3)', async () => {
  const plan = await aStartedPlan()
  const { token } = await aMemberOf(installation, String((await aCampaign(installation.app)).organization_id), 'owner')
  const cancellation = { reason: 'Please stop.' }
  expect((await call(token, 'GET', plan.path)).status).toBe(404)
  expect((await call(token, 'POST', `${plan.path}/${plan.id}/cancellation`, cancellation)).status).toBe(404)
  const foreign = await aCampaign(installation.app)
  const { token: owner } = await aMemberOf(installation, String(foreign.organization_id), 'owner')
  const path = `/v4/organizations/${foreign.organization_id}/donor-plans`
  expect((await call<Plans>(owner, 'GET', path)).body.plans).toEqual([])
  expect((await call(owner, 'POST', `${path}/${plan.id}/cancellation`, cancellation)).status).toBe(404)
  expect((await plan.read()).state).toBe('active')
})
