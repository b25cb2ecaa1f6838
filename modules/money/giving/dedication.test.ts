import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { eraseDonations } from './erasure/erase-donations.ts'
import type { DonationOrder } from './order/order.ts'
import { eraseMailsAbout } from '#modules/platform/notifications/index.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { chargeDue } from '#modules/recurring/subscriptions/billing/charge-due.ts'
import { aSubscription } from '#modules/recurring/subscriptions/testing.ts'
import { exportedDataOf } from '#modules/trust/privacy/privacy-queries.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let installation: TestApp
let campaign: { id: bigint }
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  campaign = await aCampaign(installation.app, { ends_at: null })
})
afterAll(() => installation.close())
beforeEach(() => void (now = new Date(now.getTime() + 3_600_000)))

const dedication = {
  kind: 'memory',
  name: 'Maryam Khan',
  message: 'May Allah have mercy on her',
  email: 'family@example.org',
  isPublic: true,
}

let keys = 0
async function call<Body>(method: 'GET' | 'POST', url: string, payload?: object, token?: string) {
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: {
      ...(payload ? { 'content-type': 'application/json', 'idempotency-key': `dedication-${(keys += 1)}` } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(payload ? { payload } : {}),
  })
  return { status: answer.statusCode, body: answer.json() as Body }
}
type Donated = { result: { intentId: string; fields?: Record<string, string> } }
const donate = (over: object = {}, token?: string) =>
  call<Donated>(
    'POST',
    `/api/donate/donate/${campaign.id}`,
    {
      amount: String(20 + keys),
      currency: 'GBP',
      tokens: [{ type: 'card', token: 'pm_card_visa' }],
      ...(token ? {} : { guest: { email: 'amina@example.org', name: 'Amina Yusuf' } }),
      dedication,
      ...over,
    },
    token,
  )
async function aDonation(over: object = {}, token?: string) {
  const { status, body } = await donate(over, token)
  expect([status, body]).toEqual([200, body])
  return (await donationsOf(body.result.intentId))[0]!
}
const donationsOf = (intentId: string) =>
  installation.app.db
    .selectFrom('giving.donation')
    .selectAll()
    .where('intent_id', '=', intentId)
    .orderBy('line')
    .execute()
const drain = async () => {
  while ((await drainOutbox(installation.app)) > 0);
}
const cards = () =>
  installation.app.db
    .selectFrom('notifications.mail')
    .select(['message_id as key', 'to_address as to', 'subject', 'content', 'locale'])
    .where('kind', '=', 'dedication-card')
    .execute()
const cardOf = async (donationId: string) => (await cards()).filter(({ key }) => key.includes(donationId))

test('a dedication is stored, and one card is sent without the amount', async () => {
  const donation = await aDonation({ amount: '7319' })
  expect(donation.dedication).toEqual(dedication)
  await Promise.all([drainOutbox(installation.app), drainOutbox(installation.app)])
  await drain()
  const [card, ...more] = await cardOf(donation.id)
  expect([card, more]).toEqual([expect.objectContaining({ to: 'family@example.org', locale: 'en' }), []])
  expect(card!.subject).toContain('Maryam Khan')
  const text = JSON.stringify(card!.content)
  expect(text).toContain('May Allah have mercy on her')
  expect(text).toContain('Amina Yusuf')
  expect(text).not.toMatch(/£|GBP|7,?319/)
})

test('an anonymous donor isn’t named on the card, and without a recipient’s email no card is sent', async () => {
  const anonymous = await aDonation({ anonymous: true })
  const without = await aDonation({ dedication: { kind: 'honour', name: 'Bilal' } })
  expect(without.dedication).toEqual({ kind: 'honour', name: 'Bilal', isPublic: false })
  await drain()
  expect(JSON.stringify(await cardOf(anonymous.id))).not.toContain('Amina')
  expect(await cardOf(without.id)).toEqual([])
})

test('a dedication without a name, with a card number or an invalid email is refused at its field', async () => {
  const faultsOf = async (over: object) => {
    const { status, body } = await donate({ dedication: { ...dedication, ...over } })
    return [status, Object.keys(body.result?.fields ?? (body as unknown as { fields: object }).fields)]
  }
  expect(await faultsOf({ name: ' ' })).toEqual([400, ['dedication.name']])
  expect(await faultsOf({ email: 'family@' })).toEqual([400, ['dedication.email']])
  expect(await faultsOf({ message: '4242 4242 4242 4242' })).toEqual([400, ['dedication.message']])
  expect((await donate({ dedication: { name: 'Maryam' } })).status).toBe(400)
})

test('no card is sent for a donation that was refunded first', async () => {
  const { id, gift, processing_fee, zakat_eligible } = await aDonation()
  await installation.app.write((tx) =>
    tx
      .insertInto('giving.refunded_amount')
      .values({
        donation_id: id,
        gift,
        tip: 0n,
        covered_fee: 0n,
        processing_fee,
        zakat_eligible,
        is_fully_refunded: true,
        changed_at: now,
      })
      .execute(),
  )
  await drain()
  expect(await cardOf(id)).toEqual([])
})

test('a basket line keeps its dedication when it is paid, and the other line has none', async () => {
  const { body: basket } = await call<{ id: string; token: string }>('POST', '/v4/checkout/guest/baskets', {
    currency: 'GBP',
  })
  const path = `/v4/checkout/guest/baskets/${basket.id}`
  const item = { projectId: String(campaign.id), amount: 2500, currency: 'GBP' }
  await call('POST', `${path}/items`, { item: { ...item, dedication } }, basket.token)
  const added = await call<{ items: { dedication?: object }[] }>('POST', `${path}/items`, { item }, basket.token)
  expect(added.body.items.map((line) => line.dedication)).toEqual([dedication, undefined])
  const paid = await call<{ intentId: string }>(
    'POST',
    `${path}/checkout`,
    { tokens: [{ type: 'card', token: 'pm_card_visa' }], guest: { email: 'b@example.org', name: 'Basma' } },
    basket.token,
  )
  expect([paid.status, paid.body]).toEqual([200, paid.body])
  const rows = await donationsOf(paid.body.intentId)
  expect(rows.map((row) => row.dedication)).toEqual([dedication, null])
  await drain()
  expect(await cardOf(rows[0]!.id)).toHaveLength(1)
})

test('only the first donation of a plan has the dedication, and one card is sent', async () => {
  const { subscription } = await aSubscription(installation.app, {
    dedication: { ...dedication, kind: 'memory', name: 'Plan Marker' },
    causes: [{ campaignId: String(campaign.id), share: 10_000 }],
  })
  for (let week = 0; week < 3; week += 1) {
    now = new Date(now.getTime() + 7 * 86_400_000)
    while ((await chargeDue(installation.app)) > 0);
    await drain()
  }
  const orders = await installation.app.db
    .selectFrom('payments.intent')
    .select('order_details')
    .where('state', '=', 'SUCCEEDED')
    .orderBy('created_at')
    .execute()
  const ofPlan = orders
    .map(({ order_details: order }) => order as DonationOrder)
    .filter(({ plan }) => plan?.subscriptionId === subscription.id)
  expect(ofPlan.length).toBeGreaterThan(1)
  expect(ofPlan.map(({ lines }) => lines[0]!.dedication?.name)).toEqual([
    'Plan Marker',
    ...Array<undefined>(ofPlan.length - 1).fill(undefined),
  ])
  expect((await cards()).filter(({ subject }) => subject.includes('Plan Marker'))).toHaveLength(1)
})

test('donor, receipt and organizer see the dedication; the public sees it if the donor allows', async () => {
  const { viewer, token } = await aSession(installation.app)
  const donation = await aDonation({ dedication: { ...dedication, name: 'Shown Name' } }, token)
  await aDonation({ dedication: { ...dedication, name: 'Hidden Name', isPublic: false } }, token)
  await drain()
  const { body: own } = await call<{ fields: object[] }>(
    'GET',
    `/v4/account/donations/${donation.id}`,
    undefined,
    token,
  )
  expect(own.fields).toEqual([
    { label: 'Dedication', text: 'In memory of Shown Name\nMay Allah have mercy on her\nfamily@example.org' },
  ])
  const donors = await call('GET', `/v4/campaigns/${campaign.id}/donors?limit=50`)
  const publicText = JSON.stringify(donors.body)
  expect(publicText).toContain('In memory of Shown Name')
  expect(publicText).not.toMatch(/Hidden Name|family@|have mercy/)
  const receipt = await installation.app.db
    .selectFrom('receipts.receipt')
    .select('snapshot')
    .where('intent_id', '=', donation.intent_id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(receipt.snapshot)).toContain('In memory of Shown Name')
  expect(JSON.stringify(receipt.snapshot)).not.toContain('family@')
  const data = await exportedDataOf(installation.app, viewer.accountId)
  expect(inspect(data, { depth: null })).toContain('family@example.org')
})

test('erasing the donor erases the dedication from donation, order and card', async () => {
  const { viewer, token } = await aSession(installation.app)
  const donation = await aDonation({}, token)
  await drain()
  expect(await cardOf(donation.id)).toHaveLength(1)
  await installation.app.write(async (tx) => {
    await eraseDonations(tx, { accountId: viewer.accountId, donationIds: [donation.id], at: now })
    await eraseMailsAbout(tx, [donation.id])
  })
  const [erased] = await donationsOf(donation.intent_id)
  const { order_details: order } = await installation.app.db
    .selectFrom('payments.intent')
    .select('order_details')
    .where('id', '=', donation.intent_id)
    .executeTakeFirstOrThrow()
  expect(erased!.dedication).toBeNull()
  expect(JSON.stringify(order)).not.toContain('Maryam')
  expect(await cardOf(donation.id)).toEqual([])
})
