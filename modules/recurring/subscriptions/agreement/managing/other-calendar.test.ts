import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { announceMonth } from '#modules/recurring/plans/announce-month.ts'
import type { CalendarGroup } from '#modules/platform/addresses/rules/calendar-group.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { changePlan } from './change-plan.ts'
import { findSubscription } from '../subscription-queries.ts'
import { occurrencesOf } from '../schedule/occurrence-queries.ts'
import { aSubscription, eachOf, programmePlans, thirtyNights } from '../../testing.ts'

let installation: TestApp
let staff: AccountViewer
let now = new Date('2027-01-15T12:00:00Z')
const notices: { kind: string; subscriptionId: string }[] = []
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  staff = (await aSession(installation.app, { roles: ['admin'] })).viewer
  Object.assign(installation.app, {
    enqueue: async (_tx: unknown, task: string, payload: object) =>
      void (task === 'subscriptions:send_notice' && notices.push(payload as never)),
  })
  // This calendar is one day later than the Saudi one and has thirty nights.
  for (const [month, startsOn] of [
    [9, '2027-02-09'],
    [10, '2027-03-11'],
  ] as const)
    await announceMonth(installation.app, staff, aRequestContext(), {
      calendar: 'EG',
      year: 1448,
      month,
      startsOn,
      source: 'the moon was seen',
    })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const aRamadan = () =>
  aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...eachOf(thirtyNights, 1000),
    hijriYear: 1448,
  })
type Begun = Awaited<ReturnType<typeof aSubscription>>
async function follow({ viewer, subscription: { id } }: Begun, calendar: CalendarGroup) {
  const { version } = (await findSubscription(installation.app.db, id))!
  return changePlan(installation.app, viewer, aRequestContext(), { subscriptionId: id, version, calendar })
}
const nights = async ({ subscription }: Begun) => {
  const rows = await occurrencesOf(installation.app.db, subscription.id)
  return Object.fromEntries(
    rows.map(({ number, on, dueAt, isUncertain, state }) => [
      number,
      { on, dueAt: dueAt.toISOString(), isUncertain, state },
    ]),
  )
}

test('a donor can follow another country’s moon until the first night; all nights move (calendar-2)', async () => {
  setClock('2027-01-15T12:00:00Z')
  const plan = await aRamadan()
  const saudi = {
    1: { on: '2027-02-07', dueAt: '2027-02-08T03:30:00.000Z', isUncertain: true, state: 'SCHEDULED' },
    29: { on: '2027-03-07', dueAt: '2027-03-07T22:30:00.000Z', isUncertain: false, state: 'SCHEDULED' },
  }
  expect(Object.keys(await nights(plan))).toHaveLength(29)
  await follow(plan, 'EG')
  expect(Object.keys(await nights(plan))).toHaveLength(30)
  expect(await nights(plan)).toMatchObject({
    1: { on: '2027-02-08', dueAt: '2027-02-08T22:30:00.000Z', isUncertain: false, state: 'SCHEDULED' },
    30: { on: '2027-03-09', dueAt: '2027-03-09T22:30:00.000Z', isUncertain: false, state: 'SCHEDULED' },
  })
  setClock('2027-02-07T22:29:00Z')
  await follow(plan, 'SA')
  expect(await nights(plan)).toMatchObject({ ...saudi, 30: { state: 'CANCELLED' } })
  expect((await findSubscription(installation.app.db, plan.subscription.id))!.calendar).toBe('SA')
  // The donor changed the calendar, so the notice is about the change, not an announced month.
  expect(
    notices.filter(({ subscriptionId }) => subscriptionId === plan.subscription.id).map(({ kind }) => kind),
  ).toEqual(['confirmed', 'changed', 'changed'])
})

test('keeps its calendar once the first night has come in either calendar', async () => {
  setClock('2027-01-15T12:00:00Z')
  const plan = await aRamadan()
  setClock('2027-02-07T22:30:00Z')
  await expect(follow(plan, 'EG')).rejects.toMatchObject({ fields: { calendar: { code: 'calendar-begun' } } })
  expect(await nights(plan)).toMatchObject({ 1: { on: '2027-02-07', state: 'SCHEDULED' } })
  setClock('2027-01-15T12:00:00Z')
  const later = await aSubscription(installation.app, {
    givingPlanId: programmePlans.Ramadan30Nights,
    ...eachOf([1, 2], 1000),
    hijriYear: 1448,
    calendar: 'EG',
  })
  setClock('2027-02-08T12:00:00Z')
  await expect(follow(later, 'SA')).rejects.toMatchObject({ fields: { calendar: { code: 'calendar-begun' } } })
})

test('a civil plan changes the calendar of its Hijri dates at any time', async () => {
  setClock('2027-02-20T12:00:00Z')
  const plan = await aSubscription(installation.app)
  await follow(plan, 'EG')
  expect((await findSubscription(installation.app.db, plan.subscription.id))!.calendar).toBe('EG')
})
