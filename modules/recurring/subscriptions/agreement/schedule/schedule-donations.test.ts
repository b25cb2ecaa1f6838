import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '#tests/simulation/chance.ts'
import { dayMs, instantOf, localDay, plusDays } from '#tests/simulation/days.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { scheduleDonations } from './schedule-donations.ts'
import { lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { skipScheduledOccurrences, occurrencesOf, reopenFutureOccurrences } from './occurrence-queries.ts'
import { aSubscription, programmePlans } from '../../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const write = async () => {
  while ((await scheduleDonations(installation.app)) > 0);
}
async function rest(id: string) {
  await installation.app.write(async (tx) => {
    const subscription = (await lockSubscription(tx, id))!
    await skipScheduledOccurrences(tx, id)
    await saveSubscription(tx, { ...subscription, state: 'paused', reason: 'donor' }, now)
  })
}
/** Changes only the state; `scheduleDonations` schedules the days after the last scheduled one. */
async function reactivate(id: string) {
  await installation.app.write(async (tx) => {
    const subscription = (await lockSubscription(tx, id))!
    await saveSubscription(tx, { ...subscription, state: 'active', reason: null }, now)
    await reopenFutureOccurrences(tx, id, now)
  })
}

// Apia is the first to start a day; clocks change on Fridays in Cairo, for Ramadan in Casablanca, and in Auckland when
// London's change back.
test.each([
  ['Pacific/Apia', 1],
  ['Africa/Cairo', 2],
  ['Africa/Casablanca', 3],
  ['Pacific/Auckland', 4],
])('misses and repeats no day, however rarely plans are scheduled or often paused: %s', async (timeZone, seed) => {
  const roll = seededRandom(seed)
  now = new Date(Date.parse('2026-11-20T00:00:00Z') + Math.floor(roll() * dayMs))
  const begun = now.getTime()
  const { subscription } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers, timeZone })
  const pauses: [number, number][] = []
  for (let step = 0; step < 12; step++) {
    // Up to 60 days pass without a scheduling run.
    now = new Date(now.getTime() + Math.floor(roll() * (roll() < 0.3 ? 60 : 15) * dayMs))
    if (roll() < 0.35) {
      const from = now.getTime()
      await rest(subscription.id)
      now = new Date(now.getTime() + Math.floor(roll() * 70 * dayMs))
      await write()
      await reactivate(subscription.id)
      pauses.push([from, now.getTime()])
    }
    await write()
    await write()
  }
  const rows = await occurrencesOf(installation.app.db, subscription.id)
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
  const states = new Map(rows.map((row) => [row.key, row]))
  const last = localDay(
    timeZone,
    Math.min(now.getTime() + 37 * dayMs, Date.parse(`${subscription.consentUntil}T00:00:00Z`)),
  )
  for (let day = subscription.startsOn; day <= last; day = plusDays(day, 1)) {
    const due = instantOf(timeZone, day, '09:00')
    const isRest = pauses.some(([from, until]) => from < due && due <= until)
    const row = states.get(day)
    // This test charges nothing, so donations before a pause are still waiting when it begins.
    const isWaiting = row?.state === 'SCHEDULED' || pauses.some(([from]) => due <= from)
    const isRight =
      due <= begun
        ? row === undefined
        : isRest
          ? row?.state !== 'SCHEDULED'
          : row?.plannedAt.getTime() === due && isWaiting
    expect([day, isRight]).toEqual([day, true])
  }
})

test('a plan started after 09:00 gives first on the next day', async () => {
  now = new Date('2027-03-01T09:00:00Z')
  const { subscription } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  now = new Date('2027-03-01T10:00:00Z')
  await write()
  expect((await occurrencesOf(installation.app.db, subscription.id))[0]).toMatchObject({
    key: '2027-03-02',
    dueAt: new Date('2027-03-02T09:00:00Z'),
  })
})
