import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { announceMonth } from '#modules/recurring/plans/announce-month.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { changePlan } from '../managing/change-plan.ts'
import { chargeDue } from '../../billing/charge-due.ts'
import { previewMonth, rescheduleForMonth } from './reschedule-nights.ts'
import { previewPlan } from '../pricing/preview.ts'
import { findSubscription, lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { changeOccurrences, skipScheduledOccurrences, occurrencesOf } from './occurrence-queries.ts'
import { skipDonation } from '../managing/skip-donation.ts'
import { aPlanRequest, aSubscription, eachOf, programmePlans, thirtyNights } from '../../testing.ts'
import { planViewOf } from '../views.ts'

let installation: TestApp
let now = new Date('2027-01-15T12:00:00Z')
let staff: AccountViewer
const notices: { kind: string; subscriptionId: string; keys?: string[] }[] = []
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  staff = (await aSession(installation.app, { roles: ['admin'] })).viewer
  Object.assign(installation.app, {
    enqueue: async (_tx: unknown, task: string, payload: object) =>
      void (task === 'subscriptions:send_notice' && notices.push(payload as never)),
  })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const nights = async (id: string) =>
  Object.fromEntries(
    (await occurrencesOf(installation.app.db, id)).map((occurrence) => [
      occurrence.key.replace('ramadan:1448:', ''),
      occurrence,
    ]),
  )
const moved = (id: string) =>
  notices
    .filter(({ kind, subscriptionId }) => kind === 'moved' && subscriptionId === id)
    .map(({ keys }) => keys!.length)
const aRamadan = (calendar: CalendarGroup, chosen = thirtyNights) =>
  aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...eachOf(chosen, 1000),
    calendar,
    timeZone: 'Europe/London',
    hijriYear: 1448,
  })
async function announce(calendar: CalendarGroup, month: number, startsOn: string) {
  await announceMonth(installation.app, staff, aRequestContext(), {
    calendar,
    year: 1448,
    month,
    startsOn,
    source: 'the moon was seen',
  })
  return rescheduleForMonth(installation.app, { calendar, year: 1448 })
}

// By the calculated calendar, Ramadan 1448 begins on 8 February 2027 and has 29 days.
test('a Ramadan that begins a day later moves every future night under its own key (recurring-1)', async () => {
  setClock('2027-01-15T12:00:00Z')
  const { subscription } = await aRamadan('EG')
  expect(await nights(subscription.id)).toMatchObject({
    1: { on: '2027-02-07', isUncertain: true, dueAt: new Date('2027-02-08T03:30:00Z') },
    29: { on: '2027-03-07' },
  })
  setClock('2027-02-07T17:00:00Z')
  const preview = { calendar: 'EG' as const, year: 1448, month: 9, startsOn: '2027-02-09' }
  // A preview says what will happen, and changes nothing.
  expect(await previewMonth(installation.app, preview)).toEqual({ plans: 1, nights: 29, isComplete: true })
  expect(await previewMonth(installation.app, { ...preview, startsOn: '2027-02-08' })).toMatchObject({ nights: 0 })
  expect(moved(subscription.id)).toEqual([])
  expect(await announce('EG', 9, '2027-02-09')).toBe(1)
  expect(await nights(subscription.id)).toMatchObject({
    1: {
      on: '2027-02-08',
      isUncertain: false,
      dueAt: new Date('2027-02-08T22:30:00Z'),
      plannedAt: new Date('2027-02-08T22:30:00Z'),
      state: 'SCHEDULED',
    },
    29: { on: '2027-03-08' },
  })
  expect(moved(subscription.id)).toEqual([29])
  expect(await rescheduleForMonth(installation.app, { calendar: 'EG', year: 1448 })).toBe(0)
  expect(moved(subscription.id)).toEqual([29])
})

test('shows the announced dates of nights in their list, as the next one and before agreement', async () => {
  setClock('2027-01-15T12:00:00Z')
  const { subscription } = await aRamadan('LOCAL_UK', [1, 27])
  setClock('2027-01-20T17:00:00Z')
  await announce('LOCAL_UK', 9, '2027-02-09')
  const { occurrences, next } = await planViewOf(
    installation.app,
    (await findSubscription(installation.app.db, subscription.id))!,
    'en',
  )
  expect([next!.onHijri, ...occurrences.map(({ onHijri }) => onHijri)]).toEqual([
    '1 Ramadan 1448 AH',
    '1 Ramadan 1448 AH',
    '27 Ramadan 1448 AH',
  ])
  const preview = await previewPlan(installation.app, aRequestContext(), {
    ...aPlanRequest({
      givingPlanId: programmePlans.Ramadan30Nights,
      cardId: 'x',
      calendar: 'LOCAL_UK',
      hijriYear: 1448,
      ...eachOf([27], 1000),
    }),
  })
  expect(preview.donations).toMatchObject([{ number: 27, on: '2027-03-06', onHijri: '27 Ramadan 1448 AH' }])
})

test('charges a held night at its own time once the month is announced, without a notice', async () => {
  setClock('2027-01-15T12:00:00Z')
  const { subscription } = await aRamadan('OM')
  setClock('2027-02-07T17:00:00Z')
  await announce('OM', 9, '2027-02-08')
  expect((await nights(subscription.id))[1]).toMatchObject({
    on: '2027-02-07',
    isUncertain: false,
    dueAt: new Date('2027-02-07T22:30:00Z'),
  })
  expect(moved(subscription.id)).toEqual([])
})

test('adds an announced thirtieth night for those who chose it, at their amount', async () => {
  setClock('2027-01-15T12:00:00Z')
  const all = await aRamadan('SA')
  const lastNine = await aRamadan('SA', [21, 22, 23, 24, 25, 26, 27, 28, 29])
  expect((await nights(all.subscription.id))[30]).toBeUndefined()
  setClock('2027-03-08T17:00:00Z')
  await announce('SA', 10, '2027-03-10')
  expect((await nights(all.subscription.id))[30]).toMatchObject({
    on: '2027-03-08',
    dueAt: new Date('2027-03-08T22:30:00Z'),
    gift: 1000n,
    state: 'SCHEDULED',
  })
  expect((await nights(lastNine.subscription.id))[30]).toBeUndefined()
  expect(moved(all.subscription.id)).toEqual([1])
})

test('cancels a thirtieth night that doesn’t come and never charges it (calendar-4)', async () => {
  setClock('2027-01-15T12:00:00Z')
  const { subscription } = await aRamadan('MA')
  setClock('2027-02-07T17:00:00Z')
  await announce('MA', 9, '2027-02-08')
  setClock('2027-03-08T12:00:00Z')
  await announce('MA', 10, '2027-03-10')
  expect((await nights(subscription.id))[30]).toMatchObject({ state: 'SCHEDULED' })
  setClock('2027-03-08T17:00:00Z')
  await announce('MA', 10, '2027-03-09')
  expect((await nights(subscription.id))[30]).toMatchObject({ state: 'CANCELLED' })
})

test('moves paused plans without a notice, and leaves charged nights unchanged', async () => {
  setClock('2027-01-15T12:00:00Z')
  const paused = await aRamadan('MABIMS')
  const gives = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    donationAmount: 30_000,
    calendar: 'MABIMS',
    timeZone: 'Pacific/Auckland',
    hijriYear: 1448,
  })
  await installation.app.write(async (tx) => {
    const subscription = (await lockSubscription(tx, paused.subscription.id))!
    await skipScheduledOccurrences(tx, subscription.id)
    await saveSubscription(tx, { ...subscription, state: 'paused', reason: 'donor' }, now)
  })
  // It is 03:30 in Auckland, before any moon sighting.
  setClock('2027-02-07T14:30:00Z')
  while ((await chargeDue(installation.app)) > 0);
  setClock('2027-02-07T17:00:00Z')
  await announce('MABIMS', 9, '2027-02-09')
  expect(await nights(paused.subscription.id)).toMatchObject({
    1: { on: '2027-02-08', state: 'SKIPPED', skipReason: 'paused' },
    27: { on: '2027-03-06' },
  })
  expect(moved(paused.subscription.id)).toEqual([])
  const given = await nights(gives.subscription.id)
  expect(given[1]).toMatchObject({ on: '2027-02-07' })
  expect(given[2]).toMatchObject({ on: '2027-02-09', state: 'SCHEDULED' })
  expect(given[1]!.state).not.toBe('SCHEDULED')
})

describe('a corrected announcement before the night it removed', () => {
  const key = 'ramadan:1448:30'
  /** Announces Ramadan and Shawwal so that the month first has 30 nights, then 29. */
  async function takenAway(calendar: CalendarGroup, before: () => Promise<unknown>) {
    setClock('2027-02-07T17:00:00Z')
    await announce(calendar, 9, '2027-02-08')
    setClock('2027-03-08T10:00:00Z')
    await announce(calendar, 10, '2027-03-10')
    await before()
    await announce(calendar, 10, '2027-03-09')
  }

  test('restores the thirtieth night with a notice and charges it once', async () => {
    setClock('2027-01-15T12:00:00Z')
    const { subscription } = await aRamadan('SOUTH_ASIA')
    const { subscription: ends } = await aRamadan('SOUTH_ASIA')
    const { subscription: lastNine } = await aRamadan('SOUTH_ASIA', [21, 22, 23, 24, 25, 26, 27, 28, 29])
    const skips = await aRamadan('SOUTH_ASIA')
    const paused = await aRamadan('SOUTH_ASIA')
    await takenAway('SOUTH_ASIA', async () => {
      while ((await chargeDue(installation.app)) > 0);
      while ((await drainOutbox(installation.app)) > 0);
      await skipDonation(installation.app, {
        by: { kind: 'donor', viewer: skips.viewer, id: skips.subscription.id },
        context: aRequestContext(),
        key,
      })
    })
    for (const { id } of [subscription, ends, skips.subscription, paused.subscription])
      expect((await nights(id))[30]).toMatchObject({ state: 'CANCELLED' })
    await installation.app.write(async (tx) => {
      const subscription = (await lockSubscription(tx, paused.subscription.id))!
      await skipScheduledOccurrences(tx, subscription.id)
      await saveSubscription(tx, { ...subscription, state: 'paused', reason: 'donor' }, now)
      const over = (await lockSubscription(tx, ends.id))!
      await saveSubscription(tx, { ...over, state: 'cancelled', reason: 'donor', closedAt: now }, now)
    })
    const before = moved(subscription.id).length
    setClock('2027-03-08T17:00:00Z')
    expect(await announce('SOUTH_ASIA', 10, '2027-03-10')).toBe(3)
    const back = { on: '2027-03-08', dueAt: new Date('2027-03-08T22:30:00Z'), gift: 1000n, cancelledFrom: null }
    expect((await nights(subscription.id))[30]).toMatchObject({ ...back, state: 'SCHEDULED' })
    expect(moved(subscription.id).slice(before)).toEqual([1])
    expect((await nights(skips.subscription.id))[30]).toMatchObject({
      ...back,
      state: 'SKIPPED',
      skipReason: 'donor',
    })
    expect(moved(skips.subscription.id)).toHaveLength(moved(subscription.id).length - 1)
    expect((await nights(paused.subscription.id))[30]).toMatchObject({
      ...back,
      state: 'SKIPPED',
      skipReason: 'paused',
    })
    expect((await nights(ends.id))[30]).toMatchObject({ state: 'CANCELLED' })
    expect((await nights(lastNine.id))[30]).toBeUndefined()
    expect(await rescheduleForMonth(installation.app, { calendar: 'SOUTH_ASIA', year: 1448 })).toBe(0)
    setClock('2027-03-08T22:30:00Z')
    while ((await chargeDue(installation.app)) > 0);
    while ((await drainOutbox(installation.app)) > 0);
    const those = [subscription.id, ends.id, lastNine.id, skips.subscription.id, paused.subscription.id]
    const charged = [...installation.sandbox!.gateway.store.truth.values()]
      .filter(({ metadata }) => metadata.occurrences === key)
      .map(({ metadata }) => metadata.subscription)
    expect(charged.filter((id) => those.includes(id!))).toEqual([subscription.id])
    expect((await nights(subscription.id))[30]).toMatchObject({ state: 'SUCCEEDED' })
  })

  test('does not restore a night that is over or was cancelled for another reason', async () => {
    setClock('2027-01-15T12:00:00Z')
    const east = await aSubscription(installation.app, {
      givingPlanId: programmePlans.Ramadan30Nights,
      ...eachOf(thirtyNights, 1000),
      calendar: 'LOCAL_UK',
      timeZone: 'Pacific/Auckland',
      hijriYear: 1448,
    })
    const { subscription } = await aRamadan('LOCAL_UK')
    const ramadan = await aRamadan('LOCAL_UK')
    await takenAway('LOCAL_UK', () =>
      installation.app.write(async (tx) => {
        await lockSubscription(tx, ramadan.subscription.id)
        await changeOccurrences(tx, [
          { subscriptionId: ramadan.subscription.id, key, from: ['SCHEDULED'], state: 'CANCELLED' },
        ])
      }),
    )
    setClock('2027-03-08T17:00:00Z')
    await announce('LOCAL_UK', 10, '2027-03-10')
    const stateOf = async (id: string) => (await nights(id))[30]!.state
    expect([
      await stateOf(east.subscription.id),
      await stateOf(subscription.id),
      await stateOf(ramadan.subscription.id),
    ]).toEqual(['CANCELLED', 'SCHEDULED', 'CANCELLED'])
    await expect(
      installation.app.write((tx) =>
        changeOccurrences(tx, [
          { subscriptionId: ramadan.subscription.id, key, from: ['CANCELLED'], state: 'SCHEDULED' },
        ]),
      ),
    ).rejects.toThrow('illegal transition from CANCELLED to SCHEDULED')
  })

  test('applies amounts changed in the meantime to the restored night', async () => {
    setClock('2027-01-15T12:00:00Z')
    const { subscription, viewer } = await aRamadan('CALC', [29, 30])
    await takenAway('CALC', async () => undefined)
    expect((await nights(subscription.id))[30]).toMatchObject({ state: 'CANCELLED', gift: 1000n })
    const { version } = (await findSubscription(installation.app.db, subscription.id))!
    await changePlan(installation.app, viewer, aRequestContext(), {
      subscriptionId: subscription.id,
      version,
      amounts: { 30: 700 },
    })
    setClock('2027-03-08T17:00:00Z')
    await announce('CALC', 10, '2027-03-10')
    expect((await nights(subscription.id))[30]).toMatchObject({ state: 'SCHEDULED', gift: 700n })
  })
})

test('an announced first month moves the last month of the previous year, which can’t have 31 days', async () => {
  setClock('2027-04-01T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, {
    givingPlanId: programmePlans.DhulHijjah,
    ...eachOf([1, 10], 1000),
    calendar: 'MA',
    timeZone: 'Europe/London',
    hijriYear: 1448,
  })
  const days = async () => (await occurrencesOf(installation.app.db, subscription.id)).map(({ on }) => on)
  expect(await days()).toEqual(['2027-05-07', '2027-05-16'])
  await announceMonth(installation.app, staff, aRequestContext(), {
    calendar: 'MA',
    year: 1449,
    month: 1,
    startsOn: '2027-06-07',
    source: 'worked out',
  })
  await rescheduleForMonth(installation.app, { calendar: 'MA', year: 1449 })
  expect(await days()).toEqual(['2027-05-08', '2027-05-17'])
})
