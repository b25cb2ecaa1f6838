import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aProvenCard } from '#modules/money/cards/testing.ts'
import { removeCard } from '#modules/money/cards/own-cards.ts'
import { findViewerBySession } from '#modules/platform/identity/viewer.ts'
import { openSession } from '#modules/platform/identity/login/log-in.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { queuedJobs } from '#tests/support/queued-jobs.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import type { SubscriptionView } from '../../contract-views.ts'
import { manageLink } from './links.ts'
import { scheduleDonations } from '../schedule/schedule-donations.ts'
import { suspendWithoutCard } from '../states/suspend-without-card.ts'
import { resumeDatedPauses } from './resume.ts'
import { findSubscription } from '../subscription-queries.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { aSubscription, eachOf, programmePlans } from '../../testing.ts'

let installation: TestApp
const friday = '2026-11-20T12:00:00Z'
let now = new Date(friday)
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())
beforeEach(() => setClock(friday))

const setClock = (instant: string) => void (now = new Date(instant))
type Given = Awaited<ReturnType<typeof aSubscription>>
const charges = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ amount, metadata }) => [metadata.occurrences, amount])
const rows = (id: string) => occurrencesOf(installation.app.db, id)
const states = async (id: string) => Object.fromEntries((await rows(id)).map(({ key, state }) => [key, state]))
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}
type Job = { readonly subscriptionId?: string; readonly kind?: string; readonly cardId?: string }
const jobs = async () => (await queuedJobs<Job>(installation.app.db)).map(({ payload }) => payload)
const noticesOf = async (id: string) =>
  (await jobs()).flatMap(({ subscriptionId, kind }) => (subscriptionId === id ? [kind] : []))

/** Sends a donor's request as the page does. */
async function ask(
  fixture: Pick<Given, 'viewer'>,
  method: 'GET' | 'POST' | 'PATCH',
  url: string,
  payload: object = {},
) {
  const { token } = await openSession(installation.app, aRequestContext(), fixture.viewer.accountId)
  const answer = await installation.fastify.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' ? {} : { payload }),
  })
  return {
    status: answer.statusCode,
    body: answer.json() as SubscriptionView & {
      code: string
      fields: Record<string, string>
      subscription: SubscriptionView
    },
  }
}
const view = async (fixture: Given) => (await ask(fixture, 'GET', `/v4/subscriptions/${fixture.subscription.id}`)).body
/** Sends a request with the current version. */
async function act(fixture: Given, path: string, payload: object = {}, method: 'POST' | 'PATCH' = 'POST') {
  const { version } = await view(fixture)
  return ask(fixture, method, `/v4/subscriptions/${fixture.subscription.id}${path}`, { version, ...payload })
}
const change = (fixture: Given, payload: object) => act(fixture, '', payload, 'PATCH')

test('skips a donation, restores a skipped one, and notifies the donor of both', async () => {
  const subscription = await aSubscription(installation.app)
  const { id } = subscription.subscription
  expect((await act(subscription, '/donations/2026-11-27/skip')).status).toBe(200)
  expect((await act(subscription, '/donations/2026-12-04/skip')).status).toBe(200)
  const back = await act(subscription, '/donations/2026-12-04/take')
  expect(back.body).toMatchObject({ next: { key: '2026-12-04', status: 'SCHEDULED' } })
  setClock('2026-12-04T09:00:00Z')
  await work()
  expect(charges(id)).toEqual([['2026-12-04', 1000]])
  expect((await act(subscription, '/donations/2026-11-27/take')).body.code).toBe('donation-too-late')
  expect((await act(subscription, '/donations/2026-12-04/skip')).body.code).toBe('donation-not-open')
  expect((await act(subscription, '/donations/2031-01-01/skip')).status).toBe(404)
  expect((await noticesOf(id)).filter((kind) => kind === 'changed')).toHaveLength(3)
})

test('makes up for donations missed in an outage once, when the donor asks', async () => {
  const subscription = await aSubscription(installation.app)
  setClock('2026-12-01T12:00:00Z')
  await work()
  expect(await states(subscription.subscription.id)).toMatchObject({ '2026-11-27': 'SKIPPED' })
  expect((await act(subscription, '/donations/2026-11-27/take')).status).toBe(200)
  await work()
  expect(charges(subscription.subscription.id)).toEqual([['2026-11-27', 1000]])
})

test('refuses a change based on an old version and shows the current one', async () => {
  const subscription = await aSubscription(installation.app)
  const { version } = await view(subscription)
  const pay = { version, donationAmount: 2500 }
  const url = `/v4/subscriptions/${subscription.subscription.id}`
  const responses = await Promise.all([1, 2].map(() => ask(subscription, 'PATCH', url, pay)))
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({
    code: 'subscription-changed',
    subscription: { donationAmount: 2500, version: version + 1 },
  })
  for (const path of ['/pause', '/cancel', '/resume', '/donations/2026-11-27/skip'])
    expect((await ask(subscription, 'POST', `${url}${path}`, { version })).status).toBe(409)
  expect(await view(subscription)).toMatchObject({ state: 'active', version: version + 1, next: { gift: 2500 } })
})

test('another donor can’t find a subscription or its donations', async () => {
  const subscription = await aSubscription(installation.app)
  const other = await aSession(installation.app)
  const url = `/v4/subscriptions/${subscription.subscription.id}`
  for (const path of [
    '/pause',
    '/cancel',
    '/resume',
    '/donations/2026-11-27/skip',
    '/donations/2026-11-27/take',
    '/donations/2026-11-27/pay',
  ])
    expect([path, (await ask(other, 'POST', `${url}${path}`, { version: 1 })).status]).toEqual([path, 404])
  expect((await ask(other, 'PATCH', url, { version: 1, donationAmount: 1 })).status).toBe(404)
  expect(await view(subscription)).toMatchObject({ version: 1, state: 'active' })
})

test('a pause with an end date skips its donations and resumes on that day, also for ones scheduled since', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
  })
  const { id } = subscription.subscription
  for (const until of ['2026-11-20', '2026-11-19', '2028-01-01', '2026-13-40'])
    expect((await act(subscription, '/pause', { until })).body.fields).toMatchObject({
      until: 'Choose a date from tomorrow on, within a year.',
    })
  const paused = await act(subscription, '/pause', { until: '2026-11-24' })
  expect(paused.body).toMatchObject({ state: 'paused', reason: 'donor', resumesOn: '2026-11-24', next: null })
  setClock('2026-11-23T23:59:59Z')
  await resumeDatedPauses(installation.app)
  await work()
  expect(charges(id)).toEqual([])
  setClock('2026-11-24T00:00:01Z')
  await Promise.all([resumeDatedPauses(installation.app), resumeDatedPauses(installation.app)])
  expect(await view(subscription)).toMatchObject({
    state: 'active',
    reason: null,
    resumesOn: null,
    next: { on: '2026-11-24' },
  })
  setClock('2026-11-24T09:00:00Z')
  await work()
  await scheduleDonations(installation.app)
  await work()
  expect(charges(id)).toEqual([['2026-11-24', 500]])
  expect((await noticesOf(id)).filter((kind) => kind === 'resumed')).toHaveLength(1)
})

test('ends a pause by our offset where PostgreSQL reads a zone differently, without looping', async () => {
  const subscription = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  await act(subscription, '/pause', { until: '2026-11-24' })
  // PostgreSQL reads this offset as east of Greenwich, our code as west.
  await sql`update subscriptions.subscription set time_zone = '-05:30' where id = ${subscription.subscription.id}`.execute(
    installation.app.db,
  )
  setClock('2026-11-23T19:00:00Z')
  expect(await resumeDatedPauses(installation.app)).toBe(0)
  expect(await view(subscription)).toMatchObject({ state: 'paused' })
  setClock('2026-11-24T05:30:00Z')
  expect([await resumeDatedPauses(installation.app), await resumeDatedPauses(installation.app)]).toEqual([1, 0])
  expect(await view(subscription)).toMatchObject({ state: 'active', next: { on: '2026-11-24' } })
  for (const timeZone of ['+05:30', '-08:00', '+14'])
    expect([timeZone, (await change(subscription, { timeZone })).body.fields]).toEqual([
      timeZone,
      { timeZone: expect.any(String) },
    ])
})

test('a long open-ended pause is not made up for, and no day is missing after it', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
  })
  const { id } = subscription.subscription
  await act(subscription, '/pause')
  setClock('2027-02-10T12:00:00Z')
  await scheduleDonations(installation.app)
  await work()
  const back = await act(subscription, '/resume')
  expect(back.body).toMatchObject({ state: 'active', next: { on: '2027-02-11' } })
  await scheduleDonations(installation.app)
  await work()
  expect(charges(id)).toEqual([])
  for (const day of ['11', '12', '13']) {
    setClock(`2027-02-${day}T09:00:00Z`)
    await scheduleDonations(installation.app)
    await work()
  }
  expect(charges(id).map(([key]) => key)).toEqual(['2027-02-11', '2027-02-12', '2027-02-13'])
})

test('a new amount applies to all unclaimed donations, including skipped ones', async () => {
  const subscription = await aSubscription(installation.app, { tipAmount: 100 })
  const { id } = subscription.subscription
  setClock('2026-11-27T09:00:00Z')
  await work()
  await act(subscription, '/donations/2026-12-11/skip')
  expect((await change(subscription, { donationAmount: 1500, tipAmount: 0 })).body).toMatchObject({
    donationAmount: 1500,
    tipAmount: 0,
  })
  await act(subscription, '/donations/2026-12-11/take')
  for (const day of ['04', '11']) {
    setClock(`2026-12-${day}T09:00:00Z`)
    await work()
  }
  expect(charges(id)).toEqual([
    ['2026-11-27', 1100],
    ['2026-12-04', 1500],
    ['2026-12-11', 1500],
  ])
  expect((await change(subscription, { donationAmount: 0 })).body.fields).toHaveProperty('donationAmount')
  expect((await view(subscription)).donationAmount).toBe(1500)
})

test('refuses an amount in another currency than the plan’s', async () => {
  const subscription = await aSubscription(installation.app)
  const other = await change(subscription, { donationAmount: 3000, donationAmountCurrency: 'USD' })
  expect([other.status, other.body.fields]).toEqual([
    400,
    { donationAmountCurrency: 'This fundraiser doesn’t accept donations in USD.' },
  ])
  expect((await change(subscription, { tipAmount: 300, tipAmountCurrency: 'JPY' })).body.fields).toHaveProperty(
    'tipAmountCurrency',
  )
  expect(await view(subscription)).toMatchObject({ donationAmount: 1000, tipAmount: 0 })
  const same = await change(subscription, {
    donationAmount: 3000,
    donationAmountCurrency: 'GBP',
    tipAmount: 300,
    tipAmountCurrency: 'GBP',
  })
  expect(same.body).toMatchObject({ donationAmount: 3000, tipAmount: 300 })
})

test('changes amounts of nights one by one or together; the sum is exact and paid ones stay', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    donationAmount: 3000,
    tipAmount: 300,
    nights: [1, 2, 3],
  })
  const { id } = subscription.subscription
  const amounts = async () => (await rows(id)).map(({ number, gift, tip }) => [number, Number(gift), Number(tip)])
  await change(subscription, { amounts: { '3': 4000 } })
  expect(await amounts()).toEqual([
    [1, 1000, 50],
    [2, 1000, 50],
    [3, 4000, 200],
  ])
  const [first] = await rows(id)
  now = first!.dueAt
  await work()
  await change(subscription, { donationAmount: 3001, distribution: 'odd-double', tipAmount: 3 })
  const [, second, third] = await amounts()
  expect([
    await states(id).then((all) => all['ramadan:1448:1']),
    second![1]! + third![1]!,
    second![2]! + third![2]!,
  ]).toEqual(['SUCCEEDED', 3001, 3])
  expect(third![1]).toBe(2001)
  expect((await change(subscription, { amounts: { '2': 0 } })).body.fields).toHaveProperty('amounts.2')
  // Also with a tip to divide, and for all donations.
  for (const nothing of [
    { donationAmount: 0 },
    { donationAmount: 0, tipAmount: 300 },
    { amounts: { '2': 0, '3': 0 }, tipAmount: 300 },
  ])
    expect((await change(subscription, nothing)).status).toBe(400)
})

describe('dividing an amount between the remaining nights of a 29-night Ramadan', () => {
  const lastTen = Array.from({ length: 10 }, (_, index) => index + 21)
  const aLastTen = () =>
    aSubscription(installation.app, {
      givingPlanId: programmePlans.Ramadan30Nights,
      hijriYear: 1448,
      ...eachOf(lastTen, 2000),
      tipAmount: 1000,
    })
  const portions = async ({ subscription: { id } }: Given) => {
    const { portions: now } = (await findSubscription(installation.app.db, id))!
    return 'byNumber' in now ? now.byNumber : {}
  }
  const sumOf = async (fixture: Given, part: 'gift' | 'tip') =>
    (await rows(fixture.subscription.id)).reduce((sum, occurrence) => sum + Number(occurrence[part]), 0)

  test('divides all of it between the 29; a possible thirtieth keeps its amount (calendar-8)', async () => {
    const lastTenInput = await aLastTen()
    expect((await rows(lastTenInput.subscription.id)).map(({ number }) => number)).toEqual(lastTen.slice(0, 9))
    expect((await change(lastTenInput, { donationAmount: 10_000, tipAmount: 900 })).status).toBe(200)
    expect([await sumOf(lastTenInput, 'gift'), await sumOf(lastTenInput, 'tip')]).toEqual([10_000, 900])
    expect((await portions(lastTenInput))['30']).toEqual({ gift: '2000', tip: '100' })
  })

  test('divides a tip alone between the 29, too', async () => {
    const lastTen = await aLastTen()
    expect((await change(lastTen, { tipAmount: 1800 })).status).toBe(200)
    expect([await sumOf(lastTen, 'gift'), await sumOf(lastTen, 'tip'), (await portions(lastTen))['30']]).toEqual([
      18_000,
      1800,
      { gift: '2000', tip: '100' },
    ])
  })

  test('sets another amount for the thirtieth if it is named', async () => {
    const lastTen = await aLastTen()
    expect((await change(lastTen, { amounts: { '30': 5000 } })).status).toBe(200)
    expect([await sumOf(lastTen, 'gift'), (await portions(lastTen))['30']!.gift]).toEqual([18_000, '5000'])
  })

  test('refuses to divide when only the possible thirtieth is left', async () => {
    const lastTen = await aLastTen()
    setClock('2027-03-08T12:00:00Z')
    await work()
    expect((await change(lastTen, { donationAmount: 10_000 })).body.code).toBe('nothing-to-give')
  })
})

test('validates causes as at the start; open ones end the pause caused by closed ones', async () => {
  const subscription = await aSubscription(installation.app)
  const [a, b, closed] = await Promise.all(
    [1, 2, 3].map((value) => aCampaign(installation.app, { ends_at: null, ...(value === 3 ? { status: 2 } : {}) })),
  )
  const share = (id: unknown, part: number) => ({ campaignId: String(id), share: part })
  expect((await change(subscription, { causes: [share(a!.id, 4000), share(b!.id, 5000)] })).body.fields).toMatchObject({
    causes: 'The shares must add up to 100%.',
  })
  expect((await change(subscription, { causes: [share(closed!.id, 10_000)] })).body.code).toBe('campaign-closed')
  await installation.app.write((tx) =>
    tx
      .updateTable('campaigns.campaign')
      .set({ status: 2 })
      .where('id', '=', BigInt(subscription.causes[0]!.campaignId))
      .execute(),
  )
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect(await view(subscription)).toMatchObject({ state: 'paused', reason: 'causes' })
  const changed = await change(subscription, { causes: [share(a!.id, 4000), share(b!.id, 6000)] })
  expect(changed.body).toMatchObject({
    state: 'active',
    causes: [{ share: 4000 }, { share: 6000 }],
    next: { on: '2026-12-04' },
  })
  setClock('2026-12-04T09:00:00Z')
  await work()
  const donations = await installation.app.db
    .selectFrom('giving.donation')
    .select(['campaign_id', 'gift'])
    .where('campaign_id', 'in', [a!.id, b!.id])
    .orderBy('gift')
    .execute()
  expect(donations.map(({ gift }) => gift)).toEqual([400n, 600n])
  expect((await change(subscription, { causes: [] })).body).toMatchObject({ causes: [] })
})

test('the last day is included, later ones are skipped, and a later last day restores them', async () => {
  const subscription = await aSubscription(installation.app)
  const { id } = subscription.subscription
  expect((await change(subscription, { unsubscribedAt: '2026-11-01' })).body.fields).toHaveProperty('unsubscribedAt')
  await change(subscription, { unsubscribedAt: '2026-12-04' })
  expect(await states(id)).toMatchObject({
    '2026-11-27': 'SCHEDULED',
    '2026-12-04': 'SCHEDULED',
    '2026-12-11': 'SKIPPED',
  })
  expect((await act(subscription, '/donations/2026-12-11/take')).body.code).toBe('donation-too-late')
  await change(subscription, { unsubscribedAt: null })
  expect(await states(id)).toMatchObject({ '2026-12-11': 'SCHEDULED', '2026-12-18': 'SCHEDULED' })
})

test('a new time zone moves future donations and never adds a second one on the same day (recurring-9)', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
    timeZone: 'Pacific/Auckland',
  })
  const { id } = subscription.subscription
  // 09:00 on the 22nd in Auckland, still the 21st in Los Angeles.
  setClock('2026-11-21T20:00:00Z')
  await work()
  expect(charges(id)).toEqual([['2026-11-21 2026-11-22', 1000]])
  const before = charges(id).length
  expect((await change(subscription, { timeZone: 'America/Los_Angeles' })).body).toMatchObject({
    timeZone: 'America/Los_Angeles',
    next: { on: '2026-11-23', dueAt: '2026-11-23T17:00:00.000Z' },
  })
  setClock('2026-11-22T20:00:00Z')
  await work()
  expect(charges(id)).toHaveLength(before)
  // The plan returns before 09:00 on the 23rd in Los Angeles. In Auckland it is past nine, so the donation keeps its
  // time.
  setClock('2026-11-23T16:00:00Z')
  await change(subscription, { timeZone: 'Pacific/Auckland' })
  await work()
  expect(charges(id)).toHaveLength(before)
  setClock('2026-11-23T20:00:00Z')
  await work()
  expect(
    charges(id)
      .slice(before)
      .map(([key]) => key),
  ).toEqual(['2026-11-23 2026-11-24'])
  expect((await change(subscription, { timeZone: 'Mars/Olympus' })).body.fields).toHaveProperty('timeZone')
})

test('a new card ends the pause of the old one and charges no failed donation (recurring-31)', async () => {
  const subscription = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DailyGivers,
    donationAmount: 500,
    cardToken: 'pm_card_chargeCustomerFail',
  })
  const { id } = subscription.subscription
  for (let day = 21; day <= 27; day++)
    for (const hour of ['09', '15']) {
      setClock(`2026-11-${day}T${hour}:00:00Z`)
      await work()
    }
  expect(await view(subscription)).toMatchObject({ state: 'paused', reason: 'failures', failed: { on: '2026-11-27' } })
  setClock('2026-11-29T12:00:00Z')
  const foreign = await aProvenCard(installation.app, (await aSession(installation.app)).viewer, 'pm_card_visa')
  expect((await change(subscription, { cardId: foreign.id })).body.fields).toHaveProperty('cardId')
  const { viewer: fresh } = await sessionOf(subscription)
  const card = await aProvenCard(installation.app, fresh, 'pm_card_mastercard')
  expect((await change(subscription, { cardId: card.id })).body).toMatchObject({
    state: 'active',
    card: { brand: 'mastercard' },
  })
  await work()
  expect(charges(id)).toEqual([])
  expect(await states(id)).toMatchObject({
    '2026-11-21': 'FAILED',
    '2026-11-27': 'FAILED',
    '2026-11-28': 'SKIPPED',
    '2026-11-30': 'SCHEDULED',
  })
})

async function sessionOf(fixture: Given) {
  const { token } = await openSession(installation.app, aRequestContext(), fixture.viewer.accountId)
  return { token, viewer: (await findViewerBySession(installation.app, token)) as Given['viewer'] }
}

test.each([
  ['removed before its gift is asked for', 'after_claim', 'success', '2026-11-27T09:10:00Z', []],
  [
    'stolen, as its bank says while another takes its place',
    'after_provider',
    'stolen-card',
    '2026-11-28T09:00:00Z',
    ['failed'],
  ],
])(
  'a card replaced after a claim, and then %s, pauses nothing; the new one pays once',
  async (_, moment, behaviour, paidAt, mails) => {
    const subscription = await aSubscription(installation.app)
    const { id } = subscription.subscription
    const { viewer } = await sessionOf(subscription)
    const [old, card] = [
      await aProvenCard(installation.app, viewer, 'pm_card_visa'),
      await aProvenCard(installation.app, viewer, 'pm_card_mastercard'),
    ]
    expect((await change(subscription, { cardId: old.id })).status).toBe(200)
    // The bank's response arrives only now.
    const method = (
      await installation.app.db
        .selectFrom('cards.card')
        .select('method_id as id')
        .where('id', '=', old.id)
        .executeTakeFirstOrThrow()
    ).id
    const { store } = installation.sandbox!.gateway
    store.save('method', method, { ...store.methods.get(method)!, behaviour })
    setClock('2026-11-27T09:00:00Z')
    const replace = async (name: string) => {
      if (name !== moment) return
      Object.assign(installation.app, { failpoint: () => Promise.resolve() })
      expect((await change(subscription, { cardId: card.id })).body).toMatchObject({
        state: 'active',
        card: { brand: 'mastercard' },
      })
      await removeCard(installation.app, (await sessionOf(subscription)).viewer, aRequestContext(), old.id)
    }
    Object.assign(installation.app, { failpoint: replace })
    await work()
    setClock(paidAt)
    await work()
    expect(await view(subscription)).toMatchObject({ state: 'active', failed: null })
    expect([charges(id), (await states(id))['2026-11-27']]).toEqual([[['2026-11-27', 1000]], 'SUCCEEDED'])
    expect((await noticesOf(id)).filter((kind) => kind === 'failed' || kind === 'needs-card')).toEqual(mails)
  },
)

test('removing a card pauses the plans it pays and notifies the donor', async () => {
  const subscription = await aSubscription(installation.app)
  const { id } = subscription.subscription
  await removeCard(installation.app, subscription.viewer, aRequestContext(), subscription.card.id)
  for (const { cardId } of await jobs())
    if (cardId === subscription.card.id) await suspendWithoutCard(installation.app, { cardId })
  expect(await view(subscription)).toMatchObject({ state: 'needs-card', reason: 'card', next: null })
  expect((await act(subscription, '/resume')).body.fields).toMatchObject({ cardId: expect.stringContaining('removed') })
  expect((await act(subscription, '/pause')).body.code).toBe('subscription-paused')
  expect(await noticesOf(id)).toContain('needs-card')
  const { viewer } = await sessionOf(subscription)
  const card = await aProvenCard(installation.app, viewer, 'pm_card_amex')
  expect((await change(subscription, { cardId: card.id })).body).toMatchObject({
    state: 'active',
    next: { on: '2026-11-27' },
  })
})

test('a cancelled plan collects nothing and can’t be changed; its donations stay in the books', async () => {
  const subscription = await aSubscription(installation.app)
  const { id } = subscription.subscription
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect((await act(subscription, '/cancel')).body).toMatchObject({
    state: 'cancelled',
    status: 'inactive',
    next: null,
    given: { count: 1, amount: 1000 },
  })
  setClock('2026-12-18T09:00:00Z')
  await scheduleDonations(installation.app)
  await work()
  expect(charges(id)).toHaveLength(1)
  expect(new Set(Object.values(await states(id)))).toEqual(new Set(['SUCCEEDED', 'CANCELLED']))
  for (const path of ['/cancel', '/pause', '/resume', '/donations/2026-12-04/take'])
    expect((await act(subscription, path)).body.code).toBe('subscription-over')
  expect((await noticesOf(id)).filter((kind) => kind === 'cancelled')).toHaveLength(1)
})

test('cancelling during a charge leaves one charge with its receipt or none, and no later one', async () => {
  for (let round = 0; round < 4; round++) {
    setClock(friday)
    const subscription = await aSubscription(installation.app)
    setClock('2026-11-27T09:00:00Z')
    await Promise.all([act(subscription, '/cancel'), chargeDue(installation.app)])
    await work()
    const chargeCount = charges(subscription.subscription.id).length
    expect(await states(subscription.subscription.id)).toMatchObject({
      '2026-11-27': chargeCount === 1 ? 'SUCCEEDED' : 'CANCELLED',
      '2026-12-04': 'CANCELLED',
    })
    expect((await view(subscription)).state).toBe('cancelled')
  }
})

test('a mail’s link shows one subscription without its card, and skips, pauses and cancels it', async () => {
  const subscription = await aSubscription(installation.app, { tipAmount: 100 })
  const other = await aSubscription(installation.app)
  const token = new URL(
    manageLink(installation.app, { ...subscription.subscription, guestId: null, linkNumber: 1 }),
  ).searchParams.get('token')!
  const link = async (method: 'GET' | 'POST', path: string, payload: Record<string, string | null> = {}) => {
    const query = method === 'GET' ? `?${new URLSearchParams({ token, ...(payload as Record<string, string>) })}` : ''
    const answer = await installation.fastify.inject({
      method,
      url: `/v4/subscription-links${path}${query}`,
      ...(method === 'POST' ? { payload: { token, ...payload }, headers: { 'content-type': 'application/json' } } : {}),
    })
    return { status: answer.statusCode, text: answer.body, body: answer.json() as Record<string, unknown> }
  }
  const seen = await link('GET', '')
  expect(seen.body).toMatchObject({
    id: subscription.subscription.id,
    donationAmount: 1000,
    tipAmount: 100,
    state: 'active',
    next: { key: '2026-11-27' },
  })
  expect(seen.text).not.toMatch(/last4|visa|occurrences|@example/)
  expect((await link('GET', '/donations', { key: '2026-11-27' })).status).toBe(404)
  expect((await link('POST', '/skip', { key: '2026-11-27' })).body).toMatchObject({ next: { key: '2026-12-04' } })
  expect((await link('POST', '/pause', { until: '2026-12-10' })).body).toMatchObject({
    state: 'paused',
    resumesOn: '2026-12-10',
  })
  expect((await link('POST', '/cancel')).body).toMatchObject({ state: 'cancelled', next: null })
  expect((await link('POST', '/cancel')).body.code).toBe('subscription-over')
  expect(await view(other)).toMatchObject({ state: 'active', version: 1 })
  const account = await installation.fastify.inject({
    url: `/v4/subscriptions/${subscription.subscription.id}`,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(account.statusCode).toBe(401)
  for (const bad of [`${token}x`, 'nonsense', ''])
    expect(
      (await installation.fastify.inject({ url: `/v4/subscription-links?token=${encodeURIComponent(bad)}` }))
        .statusCode,
    ).toBe(404)
  setClock('2028-01-01T00:00:00Z')
  expect((await link('GET', '')).status).toBe(404)
})

test('the account chooses how daily donations are notified; weekly ones always send receipts', async () => {
  const daily = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  expect(await view(daily)).toMatchObject({ monthly: 'summary', remindBefore: false })
  expect((await change(daily, { monthly: 'none', remindBefore: true })).body).toMatchObject({
    monthly: 'none',
    remindBefore: true,
  })
  expect((await change(daily, { donationAmount: 1500 })).body).toMatchObject({ monthly: 'none', remindBefore: true })
  expect((await change(daily, { monthly: 'nonsense' })).status).toBe(400)
  const weekly = await aSubscription(installation.app)
  expect((await change(weekly, { monthly: 'none' })).body.monthly).toBeNull()
})
