import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { recordWebhook } from '#modules/money/payments/index.ts'
import { payoutHelpers } from '#modules/money/payouts/testing.ts'
import { refundsServer } from '#modules/money/refunds/index-server.ts'
import { aMemberOf } from '#modules/organizers/charities/testing.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { aPlanOf, aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { manualClock } from '#tests/support/ports.ts'
import { webhookEventKinds } from '../rules/event-kinds.ts'
import { addEventData } from './add-data.ts'

let installation: TestApp
let helpers: ReturnType<typeof payoutHelpers>
const clock = manualClock(new Date('2026-11-02T12:00:00Z'))
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: clock.now })
  helpers = payoutHelpers(installation, clock)
})
afterAll(() => installation.close())

/** Adds an endpoint for all kinds of events to a fundraiser's charity. */
async function listen(organizationId: bigint): Promise<void> {
  const { token } = await aMemberOf(installation, String(organizationId), 'owner')
  const { status } = await helpers.ask(token, 'POST', `/v4/organizations/${organizationId}/webhook-endpoints`, {
    url: 'https://hooks.example.org/in',
    events: webhookEventKinds,
  })
  expect(status).toBe(200)
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

test('a donation, its receipt, its refund and a dispute are events of its charity only [webhooks-1]', async () => {
  const campaign = await aCampaign(installation.app, { ends_at: null })
  const other = await aCampaign(installation.app, { ends_at: null })
  const silent = await aCampaign(installation.app, { ends_at: null })
  for (const { organization_id: organizationId } of [campaign, other]) await listen(organizationId)
  const given = await helpers.donation(campaign.id)
  await helpers.donation(silent.id)
  const first = await eventsOf(campaign.organization_id)
  expect(first.map(({ kind }) => kind).toSorted()).toEqual(['donation.succeeded', 'receipt.issued'])
  const donation = first.find(({ kind }) => kind === 'donation.succeeded')
  expect(donation).toMatchObject({
    objectId: given.donationId,
    data: { id: given.donationId, name: 'Bilal Khan', currency: 'GBP' },
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
  expect((await eventsOf(charity.organizationId)).map(({ kind, objectId }) => [kind, objectId])).toEqual([
    ['payout.sent', payout.id],
    ['payout.paid', payout.id],
    ['payout.failed', payout.id],
  ])
})
