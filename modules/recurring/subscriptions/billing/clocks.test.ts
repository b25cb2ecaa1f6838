import { afterAll, beforeAll, expect, test } from 'vitest'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { postponePastNight, dayMs, instantOf, localDay, minuteMs, plusDays } from '#tests/simulation/days.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { scheduleDonations } from '../agreement/schedule/schedule-donations.ts'
import { occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2025-01-20T12:00:00Z')
/** Failpoint at which the next worker is killed. */
let diesAt: string | undefined
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  Object.assign(installation.app, {
    failpoint: (name: string) =>
      name === diesAt ? Promise.reject(new Error('the process is gone')) : Promise.resolve(),
  })
})
afterAll(() => installation.close())

const chargedOf = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()].flatMap(({ metadata }) =>
    metadata.subscription === id ? (metadata.occurrences ?? '').split(' ') : [],
  )

async function work(): Promise<void> {
  while ((await scheduleDonations(installation.app)) > 0);
  await Promise.all([chargeDue(installation.app), chargeDue(installation.app)])
  await resolveDueAttempts(installation.app)
  await recoverExpiredLeases(installation.app)
  while ((await drainOutbox(installation.app)) > 0);
}

// Clock changes, at which local times are skipped or repeated. The dates are in the past because governments can still
// change future ones.
const changes = [
  ['Africa/Casablanca', 'back', '2025-02-23T02:00:00Z'],
  ['America/New_York', 'forward', '2025-03-09T07:00:00Z'],
  ['Pacific/Auckland', 'back', '2025-04-05T14:00:00Z'],
  ['Africa/Casablanca', 'forward', '2025-04-06T02:00:00Z'],
  ['Africa/Cairo', 'forward', '2025-04-24T22:00:00Z'],
  ['Pacific/Auckland', 'forward', '2025-09-27T14:00:00Z'],
  ['Africa/Cairo', 'back', '2025-10-30T21:00:00Z'],
  ['America/New_York', 'back', '2025-11-02T06:00:00Z'],
] as const

test.each(changes.flatMap((change) => ['after_claim', 'after_provider'].map((place) => [...change, place] as const)))(
  '%s, clocks go %s at %s: a gift due in that hour is charged once by its date, and not by night, though a worker dies there (%s) and another comes (recurring-10)',
  async (timeZone, _, change, place) => {
    const position = Date.parse(change)
    now = new Date(position - 1.5 * dayMs)
    const { subscription } = await aSubscription(installation.app, {
      givingPlanId: programmePlans.DailyGivers,
      timeZone,
    })
    // A retry half an hour before the change, at a local time that may repeat an hour later.
    const due = new Date(position - 30 * minuteMs)
    const key = localDay(timeZone, due.getTime())
    await installation.app.database.pool.query(
      'update subscriptions.occurrence set due_at = $3 where subscription_id = $1 and occurrence_key = $2',
      [subscription.id, key, due],
    )
    const from = postponePastNight(timeZone, due.getTime())
    const last = Math.round((from - position) / minuteMs) + 180
    let isDead = false
    for (let minute = -60; minute <= last; minute += 6) {
      now = new Date(position + minute * minuteMs)
      const isFirst: boolean = !isDead && now.getTime() >= from
      isDead ||= isFirst
      diesAt = isFirst ? place : undefined
      await work()
      if (isFirst)
        expect(
          (await occurrencesOf(installation.app.db, subscription.id)).find((donation) => donation.key === key)!.state,
        ).toBe(place === 'after_provider' ? 'UNKNOWN' : 'PROCESSING')
      if (!isDead) expect(chargedOf(subscription.id)).not.toContain(key)
    }
    for (const day of [0, 1, 2]) {
      now = new Date(instantOf(timeZone, plusDays(localDay(timeZone, position), day), '09:00'))
      await work()
    }
    const charged = chargedOf(subscription.id)
    expect(charged.toSorted()).toEqual([...new Set(charged)].toSorted())
    const lastDay = localDay(timeZone, now.getTime())
    const donations = await occurrencesOf(installation.app.db, subscription.id)
    const days = donations.map(({ on }) => on as string)
    expect(days.toSorted()).toEqual(Array.from(days, (__, index) => plusDays(days.toSorted()[0]!, index)))
    expect(charged.toSorted()).toEqual(days.filter((day) => day <= lastDay).toSorted())
    expect(
      donations.every(
        (donation) => donation.key === donation.on && (donation.on > lastDay || donation.state === 'SUCCEEDED'),
      ),
    ).toBe(true)
    expect(donations.every(({ on, plannedAt }) => plannedAt.getTime() === instantOf(timeZone, on, '09:00'))).toBe(true)
  },
)
