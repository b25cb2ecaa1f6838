import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentGateway } from '#modules/payments/index.ts'
import { drainOutbox } from '#server/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue, followLapsed } from './charge-due.ts'
import { lockSubscription } from './queries.ts'
import { changeOccurrences, occurrencesOf } from './queries-occurrences.ts'
import { aSubscription, programmePlans } from './testing.ts'

let house: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let isAway = false
beforeAll(async () => {
  house = await createTestApp({ withSandbox: true, clock: () => now })
  const { createIntent } = house.app.gateway
  const ask: PaymentGateway['createIntent'] = (of) => (isAway ? Promise.resolve({ kind: 'unreachable', reason: 'no answer' }) : createIntent(of))
  Object.assign(house.app, { gateway: { ...house.app.gateway, createIntent: ask } })
})
afterAll(() => house.close())

const at = (instant: string) => void (now = new Date(instant))
const charged = (id: string) =>
  [...house.sandbox!.gateway.store.truth.values()].filter(({ metadata }) => metadata.subscription === id).map(({ metadata }) => metadata.occurrences)
const work = async () => {
  while ((await chargeDue(house.app)) > 0);
  await followLapsed(house.app)
  while ((await drainOutbox(house.app)) > 0);
}

test('a gift that is tried again on the day of the next is paid for by itself, so that each has its own tries', async () => {
  at('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(house.app)
  await house.app.write(async (tx) => {
    await lockSubscription(tx, subscription.id)
    const of = { subscriptionId: subscription.id, key: '2026-11-27', from: ['SCHEDULED'] as const }
    await changeOccurrences(tx, [{ ...of, state: 'SCHEDULED', retries: 3, dueAt: new Date('2026-12-04T09:00:00Z') }])
  })
  at('2026-12-04T09:00:00Z')
  await work()
  expect(new Set(charged(subscription.id))).toEqual(new Set(['2026-11-27', '2026-12-04']))
  expect(charged(subscription.id)).toHaveLength(2)
})

test('a provider that was away for three days is an outage like our own: what was missed is left out, and what is due is given', async () => {
  at('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(house.app, { givingPlanId: programmePlans.DailyGivers })
  isAway = true
  for (const day of [21, 22, 23, 24])
    for (const hour of ['09:00', '09:05', '21:00']) {
      at(`2026-11-${day}T${hour}:00Z`)
      await work()
    }
  expect(charged(subscription.id)).toEqual([])
  isAway = false
  at('2026-11-25T09:00:00Z')
  await work()
  expect(charged(subscription.id)).toEqual(['2026-11-23 2026-11-24 2026-11-25'])
  expect((await occurrencesOf(house.app.db, subscription.id)).slice(0, 5).map(({ state }) => state)).toEqual([
    'SKIPPED',
    'SKIPPED',
    'SUCCEEDED',
    'SUCCEEDED',
    'SUCCEEDED',
  ])
})

test('what a change does not name stays as it was, and nothing is written of a gift that has moved on', async () => {
  at('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(house.app, { tipAmount: 160 })
  const [first, second] = await occurrencesOf(house.app.db, subscription.id)
  const of = { subscriptionId: subscription.id, state: 'SCHEDULED', from: ['SCHEDULED'] } as const
  const changed = await house.app.write((tx) =>
    changeOccurrences(tx, [
      { ...of, key: first!.key, gift: 2500n, waitsUntil: now },
      { ...of, key: second!.key, from: ['PROCESSING'], gift: 1n },
      { ...of, key: 'nothing', gift: 1n },
    ]),
  )
  expect(changed).toBe(1)
  const [one, two] = await occurrencesOf(house.app.db, subscription.id)
  expect(one).toEqual({ ...first, gift: 2500n, waitsUntil: now })
  expect(two).toEqual(second)
  await house.app.write((tx) => changeOccurrences(tx, [{ ...of, key: first!.key, waitsUntil: null }]))
  expect((await occurrencesOf(house.app.db, subscription.id))[0]).toEqual({ ...first, gift: 2500n })
})
