import { sql } from 'kysely'
import pg from 'pg'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertTeamMembers } from '#modules/causes/campaigns/index.ts'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aRequestContext, aSession } from '#modules/platform/identity/testing.ts'
import { subscriptionsServer } from '#modules/recurring/subscriptions/index-server.ts'
import { aPlanOf, aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { aPdf } from '#tests/support/upload-corpus.ts'
import type { WebhookRequest } from '../ports.ts'
import { webhookEventKinds } from '../rules/event-kinds.ts'
import { sendToEndpoint } from '../sending/send-to-endpoint.ts'
import { addEventData } from './add-data.ts'

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = payoutHelpers(installation, clock)
})
afterAll(() => installation.close())

/** Adds an endpoint for all kinds of events to a charity. */
async function listen(organizationId: bigint) {
  const { token } = await aMemberOf(installation, String(organizationId), 'owner')
  const { status, body } = await helpers.ask<{ id: string; secret: string }>(
    token,
    'POST',
    `/v4/organizations/${organizationId}/webhook-endpoints`,
    { url: 'https://hooks.example.org/in', events: webhookEventKinds },
  )
  expect(status).toBe(200)
  return { ...body, token }
}

/** Sends what is due to an endpoint, and returns the contents of the requests, each with a valid signature. */
async function sentTo({ id, secret }: { readonly id: string; readonly secret: string }) {
  const requests: WebhookRequest[] = []
  const postWebhook = (request: WebhookRequest) => {
    requests.push(request)
    return Promise.resolve({ status: 204, text: '', fault: null, durationMs: 1 })
  }
  // A signature is valid for five minutes of the real time, which isn't the test's.
  await sendToEndpoint({ ...installation.app, clock: () => new Date(), postWebhook }, id)
  return requests.map(
    ({ headers, body }) => new Webhook(secret).verify(body, { ...headers }) as { type: string; data: object },
  )
}

/** Returns a charity's events with their data, in their order. */
async function eventsOf(organizationId: bigint) {
  await helpers.drain()
  await addEventData(installation.app)
  const events = await installation.app.db
    .selectFrom('webhooks.event')
    .select(['kind', 'object_id as objectId', 'data'])
    .where('organization_id', '=', organizationId)
    .orderBy('sequence')
    .execute()
  return events.map(({ kind, objectId, data }) => ({ kind, objectId, data: data as Record<string, unknown> }))
}
const kindsOf = async (organizationId: bigint) => (await eventsOf(organizationId)).map(({ kind }) => kind).toSorted()

/** Charges the plans that are due after some days. */
async function chargePlans(after: { days: number }): Promise<void> {
  clock.move(after)
  while ((await subscriptionsServer.jobs.chargeDue(installation.app)) > 0);
  await helpers.drain()
}

test('a donation, its receipt, its refund and a dispute are events of its charity only [webhooks-1]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const other = await aCampaign(installation.app, { ends_at: null })
  const silent = await aCampaign(installation.app, { ends_at: null })
  const endpoint = await listen(campaign.organization_id)
  const otherEndpoint = await listen(other.organization_id)
  const given = await helpers.donation(campaign.id)
  await helpers.donation(silent.id)
  const first = await eventsOf(campaign.organization_id)
  expect(first.map(({ kind }) => kind).toSorted()).toEqual(['donation.succeeded', 'receipt.issued'])
  const donation = first.find(({ kind }) => kind === 'donation.succeeded')
  expect(donation).toMatchObject({
    objectId: given.donationId,
    data: { id: given.donationId, name: 'Bilal Khan', currency: 'GBP' },
  })
  expect(first.find(({ kind }) => kind === 'receipt.issued')?.data).toMatchObject({
    issuedAt: expect.stringMatching(/Z$/),
    gift: expect.any(Number),
  })
  // What the charity's page and the API show without an email that the donor didn't share.
  expect(JSON.stringify(first)).not.toContain('@example.org')

  await helpers.refund(await helpers.staff(), given.intentId)
  const disputed = await helpers.donation(campaign.id)
  await installation.sandbox!.gateway.openDispute(await helpers.chargeOf(disputed.intentId))
  await recordWebhook(installation.app, {
    provider: 'sandbox',
    eventId: 'evt_dispute',
    kind: 'charge.dispute.created',
    objectId: await helpers.providerIdOf(disputed.intentId),
    at: clock.now(),
  })
  await refundsServer.jobs.handleRefundWebhooks(installation.app)
  const all = await eventsOf(campaign.organization_id)
  const about = (kind: string) => all.filter((event) => event.kind === kind).map(({ objectId }) => objectId)
  expect(about('donation.refunded')).toEqual([given.donationId])
  expect(about('donation.disputed')).toEqual([disputed.donationId])
  expect(about('donation.succeeded')).toEqual([given.donationId, disputed.donationId])
  expect(await eventsOf(other.organization_id)).toEqual([])
  expect(await eventsOf(silent.organization_id)).toEqual([])

  const sent = await sentTo(endpoint)
  expect(sent.map(({ type }) => type).toSorted()).toEqual(all.map(({ kind }) => kind).toSorted())
  expect(sent).toContainEqual(
    expect.objectContaining({ type: 'donation.refunded', organizationId: String(campaign.organization_id) }),
  )
  expect(await sentTo(otherEndpoint)).toEqual([])
})

test('an anonymous donor isn’t named, nor one who becomes anonymous later [webhooks-8, privacy-2]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  await listen(campaign.organization_id)
  await helpers.donation(campaign.id, { anonymous: true })
  const named = await helpers.donation(campaign.id)
  expect(JSON.stringify(await eventsOf(campaign.organization_id)).match(/Bilal/g)).toHaveLength(1)
  const owner = new pg.Client({ connectionString: installation.database.ownerUrl })
  await owner.connect()
  await owner.query('update giving.donation set is_anonymous = true where id = $1', [named.donationId])
  await owner.end()
  expect(JSON.stringify(await eventsOf(campaign.organization_id))).not.toContain('Bilal')
})

test('erasing an account removes its donor from stored events and from those sent later [webhooks-8]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const endpoint = await listen(campaign.organization_id)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true, firstName: 'Zubaydah' })
  await helpers.donation(campaign.id, {}, token)
  const { subscription } = await aSubscription(installation.app, {
    viewer,
    givingPlanId: await aPlanOf(installation.app, campaign.id),
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
  })
  await chargePlans({ days: 8 })
  const { version } = (await helpers.ask<{ version: number }>(token, 'GET', `/v4/subscriptions/${subscription.id}`))
    .body
  await helpers.ask(token, 'POST', `/v4/subscriptions/${subscription.id}/pause`, { version })
  const named = (await eventsOf(campaign.organization_id)).filter(({ data }) => /Zubaydah/.test(JSON.stringify(data)))
  expect(new Set(named.map(({ kind }) => kind))).toEqual(new Set(['donation.succeeded', 'plan.started', 'plan.paused']))

  // Erasing needs a recent login.
  const login = await openSession(installation.app, aRequestContext(), viewer.accountId)
  const erased = await helpers.ask(login.token, 'POST', '/v4/privacy/erasure', { understood: true })
  expect(erased.status).toBe(200)
  const stored = await eventsOf(campaign.organization_id)
  expect(stored.map(({ kind }) => kind)).toContain('plan.ended')
  for (const text of [JSON.stringify(stored), JSON.stringify(await sentTo(endpoint))])
    expect(text).not.toMatch(new RegExp(`Zubaydah|${viewer.email}`))
})

test('a plan is started, paused, changed and ended, and names its charity’s events [webhooks-1]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  await listen(campaign.organization_id)
  const { token, viewer } = await aSession(installation.app, { isConfirmed: true })
  const { subscription } = await aSubscription(installation.app, {
    viewer,
    givingPlanId: await aPlanOf(installation.app, campaign.id),
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
  })
  const path = `/v4/subscriptions/${subscription.id}`
  expect(await kindsOf(campaign.organization_id)).toContain('plan.started')
  for (const act of ['pause', 'resume', 'cancel']) {
    const { version } = (await helpers.ask<{ version: number }>(token, 'GET', path)).body
    expect((await helpers.ask(token, 'POST', `${path}/${act}`, { version })).status, act).toBe(200)
  }
  const plans = (await eventsOf(campaign.organization_id)).filter(({ kind }) => kind.startsWith('plan.'))
  expect(plans.map(({ kind }) => kind)).toEqual(['plan.started', 'plan.paused', 'plan.changed', 'plan.ended'])
  expect(new Set(plans.map(({ objectId }) => objectId))).toEqual(new Set([subscription.id]))
})

test('a payout is an event when it is sent, when it is paid, and when it comes back [webhooks-1]', async () => {
  const charity = await helpers.aPaidCharity()
  await listen(charity.organizationId)
  const payout = await helpers.anApprovedPayout(charity)
  await helpers.send(await helpers.staff())
  for (const outcome of [
    { outcome: 'paid', paidOn: '2026-11-10' },
    { outcome: 'failed', reason: 'account closed' },
  ])
    for (const token of [await helpers.staff(), await helpers.staff()])
      await helpers.ask(token, 'POST', `/v4/staff/payouts/${payout.id}/outcome`, outcome)
  const events = await eventsOf(charity.organizationId)
  expect(events.map(({ kind, objectId }) => [kind, objectId])).toEqual([
    ['payout.sent', payout.id],
    ['payout.paid', payout.id],
    ['payout.failed', payout.id],
  ])
  // As in responses of the API.
  expect(events.map(({ data }) => typeof data.total)).toEqual(['number', 'number', 'number'])
})

test('a plan whose card is refused has an event for each refusal [webhooks-1, recurring-10]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  await listen(campaign.organization_id)
  const { subscription } = await aSubscription(installation.app, {
    viewer: (await aSession(installation.app, { isConfirmed: true })).viewer,
    givingPlanId: await aPlanOf(installation.app, campaign.id),
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
    cardToken: 'pm_card_chargeCustomerFail',
  })
  for (let days = 0; days < 16; days++) await chargePlans({ days: 1 })
  const failed = (await eventsOf(campaign.organization_id)).filter(({ kind }) => kind === 'plan.charge_failed')
  expect(failed.length).toBeGreaterThan(0)
  const { rows } = await sql<{ failures: number }>`
    select failures from subscriptions.subscription where id = ${subscription.id}::uuid
  `.execute(installation.app.db)
  expect(failed.map(({ objectId }) => objectId)).toEqual(Array(rows[0]?.failures).fill(subscription.id))
})

test('a hosted page has an event for each publication [webhooks-1, pages-7]', async () => {
  const { organization_id: organizationId } = await aCampaign(installation.app)
  const { token } = await listen(organizationId)
  const path = `/v4/organizations/${organizationId}/hosted-pages`
  const page = { title: 'Winter appeal', description: '<p>Coats.</p>', category: 'community' }
  const { id, slug } = (await helpers.ask<{ id: string; slug: string }>(token, 'POST', path, page)).body
  expect(await eventsOf(organizationId)).toEqual([])
  const publish = () => helpers.ask(token, 'POST', `${path}/${slug}/state`, { state: 'published' })
  expect((await publish()).status).toBe(200)
  await helpers.ask(token, 'PATCH', `${path}/${slug}`, { title: 'Spring' })
  expect((await publish()).status).toBe(200)
  const published = { kind: 'page.published', objectId: id, data: expect.objectContaining({ title: 'Spring', slug }) }
  expect(await eventsOf(organizationId)).toEqual([published, published])
})

test('a report of zakat is an event once staff approved it [webhooks-1]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null, zakat_verified: true })
  await listen(campaign.organization_id)
  const { token, viewer } = await aSession(installation.app)
  await installation.app.write((tx) =>
    insertTeamMembers(tx, [
      { campaignId: campaign.id, accountId: viewer.accountId, role: 'organizer', publicName: '', at: clock.now() },
    ]),
  )
  await helpers.donation(campaign.id, { zakah: true })
  const path = `/v4/campaigns/${campaign.id}/zakat-distributions`
  const distributedOn = clock.now().toISOString().slice(0, 10)
  const report = { amount: '10', currency: 'GBP', distributedOn, country: 'SD', category: 'poor', people: '40' }
  const created = await helpers.ask<{ id: string }>(token, 'POST', path, report)
  const { id } = created.body
  const file = aPdf(`% ${id}`).toString('base64')
  await helpers.ask(token, 'POST', `${path}/${id}/files`, { file, faces: 'hidden', description: 'The list' })
  const ofZakat = async () => (await eventsOf(campaign.organization_id)).filter(({ kind }) => kind.startsWith('zakat.'))
  expect(await ofZakat()).toEqual([])
  const reviewer = await aSession(installation.app, { roles: ['reviewer'] })
  const review = { decision: 'approve', reason: 'Read.' }
  const reviewed = await helpers.ask(reviewer.token, 'POST', `/v4/staff/zakat-distributions/${id}/review`, review)
  expect(reviewed.status).toBe(200)
  expect(await ofZakat()).toMatchObject([{ kind: 'zakat.distributed', objectId: id, data: { id, country: 'SD' } }])
})
