import { afterAll, beforeAll, expect, test } from 'vitest'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { announceMonth } from '#modules/recurring/plans/announce-month.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { renewConsent } from '../agreement/consent/renew-consent.ts'
import { chargeDue } from './charge-due.ts'
import { requestConsentRenewals, suspendExpiredConsents } from '../agreement/consent/expiring-consents.ts'
import { endFinishedPlans } from '../agreement/states/end-finished-plans.ts'
import { failUnansweredChallenges } from './fail-unanswered-challenges.ts'
import { rescheduleForMonth } from '../agreement/schedule/reschedule-nights.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { findSubscription, lockSubscription } from '../agreement/subscription-queries.ts'
import { changeOccurrences, occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription, eachOf, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
const notices: { kind: string; subscriptionId: string }[] = []
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  Object.assign(installation.app, {
    enqueue: async (_tx: unknown, task: string, payload: object) =>
      void (task === 'subscriptions:send_notice' && notices.push(payload as never)),
  })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const stateOf = (id: string) => findSubscription(installation.app.db, id)
const noticesOf = (id: string) => notices.filter(({ subscriptionId }) => subscriptionId === id).map(({ kind }) => kind)
const states = async (id: string) =>
  Object.fromEntries((await occurrencesOf(installation.app.db, id)).map(({ key, state }) => [key, state]))
const work = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
  while ((await chargeDue(installation.app)) > 0);
  while ((await drainOutbox(installation.app)) > 0);
}

test('a plan gives on its last day and ends the day after, in the donor’s time zone (recurring-10)', async () => {
  setClock('2026-11-28T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, {
    timeZone: 'Pacific/Auckland',
    unsubscribedAt: '2026-12-04',
  })
  setClock('2026-12-03T20:00:00Z') // nine in the morning of the 4th
  await work()
  await endFinishedPlans(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'active' })
  expect((await states(subscription.id))['2026-12-04']).toBe('SUCCEEDED')
  setClock('2026-12-04T11:00:00Z') // midnight
  await endFinishedPlans(installation.app)
  await endFinishedPlans(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'ended', reason: 'finished', closedAt: now })
  expect(noticesOf(subscription.id)).toEqual(['confirmed', 'ended'])
})

test('a programme ends once no other night can follow', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    hijriYear: 1448,
    nights: [29],
    donationAmount: 500,
  })
  setClock('2027-03-07T22:30:00Z')
  await work()
  setClock('2027-03-09T20:00:00Z')
  await endFinishedPlans(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'active' })
  setClock('2027-03-10T00:00:00Z')
  await endFinishedPlans(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'ended' })
})

test('a chosen thirtieth night keeps a programme open until it is known, and is then charged', async () => {
  setClock('2026-11-20T12:00:00Z')
  // By the calculated calendar Ramadan 1448 has 29 nights.
  const request = {
    givingPlanId: programmePlans.Ramadan30Nights,
    hijriYear: 1448,
    ...eachOf([25, 30], 250),
    timeZone: 'Asia/Kuala_Lumpur',
  }
  const [comes, stays] = [
    await aSubscription(installation.app, { ...request, calendar: 'SA' }),
    await aSubscription(installation.app, { ...request, calendar: 'OM' }),
  ]
  setClock('2027-03-03T14:30:00Z')
  await work()
  for (const instant of ['2027-03-05T15:20:00Z', '2027-03-07T15:20:00Z']) {
    setClock(instant)
    await endFinishedPlans(installation.app)
    for (const { subscription } of [comes, stays])
      expect(await stateOf(subscription.id)).toMatchObject({ state: 'active' })
  }
  setClock('2027-03-07T17:07:00Z')
  const staff = (await aSession(installation.app, { roles: ['admin'] })).viewer
  await announceMonth(installation.app, staff, aRequestContext(), {
    calendar: 'SA',
    year: 1448,
    month: 10,
    startsOn: '2027-03-10',
    source: 'the moon was seen',
  })
  await rescheduleForMonth(installation.app, { calendar: 'SA', year: 1448 })
  setClock('2027-03-08T14:30:00Z')
  await work()
  expect(await states(comes.subscription.id)).toEqual({
    'ramadan:1448:25': 'SUCCEEDED',
    'ramadan:1448:30': 'SUCCEEDED',
  })
  expect(await states(stays.subscription.id)).toEqual({ 'ramadan:1448:25': 'SUCCEEDED' })
  setClock('2027-03-10T14:31:00Z')
  await endFinishedPlans(installation.app)
  for (const { subscription } of [comes, stays])
    expect(await stateOf(subscription.id)).toMatchObject({ state: 'ended', reason: 'finished' })
})

test('a challenge not completed for seven days fails; a payment in progress continues', async () => {
  setClock('2027-04-01T12:00:00Z')
  const [waits, pays] = await Promise.all([aSubscription(installation.app), aSubscription(installation.app)])
  const chargeIds = [installation.app.newId(), installation.app.newId()]
  for (const [index, { subscription }] of [waits, pays].entries())
    await installation.app.write(async (tx) => {
      const ids = { subscriptionId: subscription.id, key: '2027-04-02' }
      await lockSubscription(tx, subscription.id)
      await changeOccurrences(tx, [{ ...ids, from: ['SCHEDULED'], state: 'PROCESSING', chargeId: chargeIds[index]! }])
      await changeOccurrences(tx, [
        {
          ...ids,
          from: ['PROCESSING'],
          state: 'ACTION_REQUIRED',
          actionDeadline: new Date('2027-04-09T08:00:00Z'),
          declineCode: 'authentication_required',
        },
      ])
    })
  await installation.app.write((tx) =>
    tx
      .insertInto('payments.intent')
      .values({
        id: installation.app.newId(),
        purpose: 'donation',
        reference: `plan:${pays.subscription.id}:2027-04-02`,
        order_details: '{}',
        quote_hash: '',
        amount: 1000n,
        currency: 'GBP',
        state: 'PROCESSING',
        scope: 'x',
        provider: 'sandbox',
        provider_intent_id: 'pi_open',
        created_at: now,
        expires_at: now,
      })
      .execute(),
  )
  setClock('2027-04-09T07:59:00Z')
  expect(await failUnansweredChallenges(installation.app)).toBe(0)
  setClock('2027-04-09T08:00:00Z')
  expect(await failUnansweredChallenges(installation.app)).toBe(1)
  expect((await states(waits.subscription.id))['2027-04-02']).toBe('FAILED')
  expect((await states(pays.subscription.id))['2027-04-02']).toBe('ACTION_REQUIRED')
  expect(await stateOf(waits.subscription.id)).toMatchObject({ state: 'active', failures: 1 })
  expect(noticesOf(waits.subscription.id)).toEqual(['confirmed', 'failed'])
})

test('asks the donor once, thirty days before the year ends; renewing leaves no gap and is proved', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription, viewer } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  expect(await stateOf(subscription.id)).toMatchObject({ consentUntil: '2027-11-20' })
  setClock('2027-10-20T12:00:00Z')
  while ((await scheduleDonations(installation.app)) > 0);
  await requestConsentRenewals(installation.app)
  expect(noticesOf(subscription.id)).toEqual(['confirmed'])
  setClock('2027-10-21T00:37:00Z')
  await requestConsentRenewals(installation.app)
  await requestConsentRenewals(installation.app)
  expect(noticesOf(subscription.id)).toEqual(['confirmed', 'consent'])
  setClock('2027-11-20T21:00:00Z')
  expect(Object.keys(await states(subscription.id)).at(-1)).toBe('2027-11-20')
  expect(await renewConsent(installation.app, viewer, aRequestContext({ ip: '203.0.113.9' }), subscription.id)).toEqual(
    {
      consentUntil: '2028-11-19',
      state: 'active',
      reason: null,
    },
  )
  await renewConsent(installation.app, viewer, aRequestContext(), subscription.id)
  const after = await stateOf(subscription.id)
  expect(after).toMatchObject({
    consentUntil: '2028-11-19',
    consentRequestedAt: null,
    details: { agreedAt: now.toISOString(), ip: '203.0.113.9' },
  })
  expect(await states(subscription.id)).toMatchObject({ '2027-11-21': 'SCHEDULED' })
  expect(
    (await entriesAbout(installation.app.db, `subscription:${subscription.id}`, 10)).map(({ act }) => act),
  ).toEqual(['subscriptions.agreed', 'subscriptions.begun'])
})

test('pauses without renewal from the next day and resumes on renewal, without the days between', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription, viewer } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  const ramadan = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    hijriYear: 1448,
    donationAmount: 30_000,
  })
  setClock('2027-11-20T23:37:00Z')
  while ((await scheduleDonations(installation.app)) > 0);
  await suspendExpiredConsents(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'active' })
  setClock('2027-11-21T00:07:00Z')
  await suspendExpiredConsents(installation.app)
  await suspendExpiredConsents(installation.app)
  expect(await stateOf(subscription.id)).toMatchObject({ state: 'paused', reason: 'consent' })
  // Its Ramadan was agreed to once.
  expect(await stateOf(ramadan.subscription.id)).toMatchObject({ state: 'active' })
  setClock('2027-12-05T10:00:00Z')
  expect(await renewConsent(installation.app, viewer, aRequestContext(), subscription.id)).toMatchObject({
    consentUntil: '2028-12-04',
    state: 'active',
  })
  const days = await states(subscription.id)
  expect(['2027-11-21', '2027-12-05', '2027-12-06'].map((day) => days[day])).toEqual([
    undefined,
    undefined,
    'SCHEDULED',
  ])
  expect(noticesOf(subscription.id)).toEqual(['confirmed', 'consent', 'resumed'])
})

test('no one can renew another donor’s plan or an ended one', async () => {
  setClock('2026-11-20T12:00:00Z')
  const [mine, theirs] = await Promise.all([
    aSubscription(installation.app, { unsubscribedAt: '2026-11-27' }),
    aSubscription(installation.app),
  ])
  await expect(
    renewConsent(installation.app, theirs.viewer, aRequestContext(), mine.subscription.id),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
  setClock('2026-11-27T09:00:00Z')
  await work()
  setClock('2026-11-28T00:07:00Z')
  await endFinishedPlans(installation.app)
  await expect(
    renewConsent(installation.app, mine.viewer, aRequestContext(), mine.subscription.id),
  ).rejects.toMatchObject({
    code: 'subscription-over',
  })
})
