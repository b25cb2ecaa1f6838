import { afterAll, beforeAll, expect, test } from 'vitest'
import { dice } from '#tests/simulation/chance.ts'
import { dayMs, instantOf, localDay, plusDays } from '#tests/simulation/days.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { materialise } from './materialise.ts'
import { lockSubscription, saveSubscription } from '../subscription-queries.ts'
import { leaveOutScheduled, occurrencesOf, reopenComing } from './occurrence-queries.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let house: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => house.close())

const write = async () => {
  while ((await materialise(house.app)) > 0);
}
async function rest(id: string) {
  await house.app.write(async (tx) => {
    const held = (await lockSubscription(tx, id))!
    await leaveOutScheduled(tx, id)
    await saveSubscription(tx, { ...held, state: 'paused', because: 'donor' }, now)
  })
}
/** Only the state: days after the last one written down are left to `materialise`. */
async function reactivate(id: string) {
  await house.app.write(async (tx) => {
    const held = (await lockSubscription(tx, id))!
    await saveSubscription(tx, { ...held, state: 'active', because: null }, now)
    await reopenComing(tx, id, now)
  })
}

// Apia is the first to have a day; Cairo's clocks change on Fridays, Casablanca's in Ramadan, Auckland's against
// London's.
test.each([
  ['Pacific/Apia', 1],
  ['Africa/Cairo', 2],
  ['Africa/Casablanca', 3],
  ['Pacific/Auckland', 4],
])(
  'no day is left out and none is there twice, however seldom plans are written down and however often they rest: %s',
  async (timeZone, seed) => {
    const roll = dice(seed)
    now = new Date(Date.parse('2026-11-20T00:00:00Z') + Math.floor(roll() * dayMs))
    const begun = now.getTime()
    const { subscription } = await aSubscription(house.app, { givingPlanId: programmePlans.DailyGivers, timeZone })
    const rests: [number, number][] = []
    for (let step = 0; step < 12; step++) {
      // Up to sixty days pass in which nobody writes anything down.
      now = new Date(now.getTime() + Math.floor(roll() * (roll() < 0.3 ? 60 : 15) * dayMs))
      if (roll() < 0.35) {
        const from = now.getTime()
        await rest(subscription.id)
        now = new Date(now.getTime() + Math.floor(roll() * 70 * dayMs))
        await write()
        await reactivate(subscription.id)
        rests.push([from, now.getTime()])
      }
      await write()
      await write()
    }
    const rows = await occurrencesOf(house.app.db, subscription.id)
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(rows.length)
    const states = new Map(rows.map((row) => [row.key, row]))
    const last = localDay(
      timeZone,
      Math.min(now.getTime() + 37 * dayMs, Date.parse(`${subscription.consentUntil}T00:00:00Z`)),
    )
    for (let day = subscription.startsOn; day <= last; day = plusDays(day, 1)) {
      const due = instantOf(timeZone, day, '09:00')
      const isRest = rests.some(([from, until]) => from < due && due <= until)
      const row = states.get(day)
      // Nobody charges here, so what came before a rest was still waiting when it began.
      const isWaiting = row?.state === 'SCHEDULED' || rests.some(([from]) => due <= from)
      const isRight =
        due <= begun
          ? row === undefined
          : isRest
            ? row?.state !== 'SCHEDULED'
            : row?.plannedAt.getTime() === due && isWaiting
      expect([day, isRight]).toEqual([day, true])
    }
  },
)

test('who begins after nine gives the first time the day after, and nothing for the hour that has passed', async () => {
  now = new Date('2027-03-01T09:00:00Z')
  const { subscription } = await aSubscription(house.app, { givingPlanId: programmePlans.DailyGivers })
  now = new Date('2027-03-01T10:00:00Z')
  await write()
  expect((await occurrencesOf(house.app.db, subscription.id))[0]).toMatchObject({
    key: '2027-03-02',
    dueAt: new Date('2027-03-02T09:00:00Z'),
  })
})
