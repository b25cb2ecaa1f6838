import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentProviders } from '#modules/money/payments/payment-providers.ts'
import type { PaymentProvider } from '#modules/money/payments/index.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { chargeDue } from './charge-due.ts'
import { recoverExpiredLeases } from './recover-expired-leases.ts'
import { lockSubscription } from '../agreement/subscription-queries.ts'
import { isStillClaimed } from '../agreement/schedule/claim-guards.ts'
import { changeOccurrences, occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
let isAway = false
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
  const { createIntent } = installation.app.providers.first
  const ask: PaymentProvider['createIntent'] = (input) =>
    isAway ? Promise.resolve({ kind: 'unreachable', reason: 'no answer' }) : createIntent(input)
  Object.assign(installation.app, {
    providers: createPaymentProviders([{ ...installation.app.providers.first, createIntent: ask }]),
  })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const charged = (id: string) =>
  [...installation.sandbox!.gateway.store.truth.values()]
    .filter(({ metadata }) => metadata.subscription === id)
    .map(({ metadata }) => metadata.occurrences)
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  await recoverExpiredLeases(installation.app)
  while ((await drainOutbox(installation.app)) > 0);
}

test('a retry due on the day of the next donation is paid separately, so each has its own attempts', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app)
  await installation.app.write(async (tx) => {
    await lockSubscription(tx, subscription.id)
    const request = { subscriptionId: subscription.id, key: '2026-11-27', from: ['SCHEDULED'] as const }
    await changeOccurrences(tx, [
      { ...request, state: 'SCHEDULED', retries: 3, dueAt: new Date('2026-12-04T09:00:00Z') },
    ])
  })
  setClock('2026-12-04T09:00:00Z')
  await work()
  expect(new Set(charged(subscription.id))).toEqual(new Set(['2026-11-27', '2026-12-04']))
  expect(charged(subscription.id)).toHaveLength(2)
})

test('treats a provider outage of three days like our own: skips missed donations, collects due ones', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  isAway = true
  for (const day of [21, 22, 23, 24])
    for (const hour of ['09:00', '09:05', '21:00']) {
      setClock(`2026-11-${day}T${hour}:00Z`)
      await work()
    }
  expect(charged(subscription.id)).toEqual([])
  isAway = false
  setClock('2026-11-25T09:00:00Z')
  await work()
  expect(charged(subscription.id)).toEqual(['2026-11-23 2026-11-24 2026-11-25'])
  // Each donation has its own occurrence, although all are charged on one day.
  const stored = await sql<{ key: string; day: string; programme: string }>`
    select occurrence_key as key, occurrence_on::text as day, programme from giving.donation
    where subscription_id = ${subscription.id} order by line`.execute(installation.app.db)
  expect(stored.rows).toEqual(
    ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => ({ key: day, day, programme: 'DailyGivers' })),
  )
  expect((await occurrencesOf(installation.app.db, subscription.id)).slice(0, 5).map(({ state }) => state)).toEqual([
    'SKIPPED',
    'SKIPPED',
    'SUCCEEDED',
    'SUCCEEDED',
    'SUCCEEDED',
  ])
})

test('a change keeps fields it does not name and skips donations in another state', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { tipAmount: 160 })
  const [first, second] = await occurrencesOf(installation.app.db, subscription.id)
  const request = { subscriptionId: subscription.id, state: 'SCHEDULED', from: ['SCHEDULED'] } as const
  const changed = await installation.app.write((tx) =>
    changeOccurrences(tx, [
      { ...request, key: first!.key, gift: 2500n, actionDeadline: now },
      { ...request, key: second!.key, from: ['PROCESSING'], gift: 1n },
      { ...request, key: 'nothing', gift: 1n },
    ]),
  )
  expect(changed).toBe(1)
  const [one, two] = await occurrencesOf(installation.app.db, subscription.id)
  expect(one).toEqual({ ...first, gift: 2500n, actionDeadline: now })
  expect(two).toEqual(second)
  await installation.app.write((tx) => changeOccurrences(tx, [{ ...request, key: first!.key, actionDeadline: null }]))
  expect((await occurrencesOf(installation.app.db, subscription.id))[0]).toEqual({ ...first, gift: 2500n })
})

test('locks donations claimed together in the same order as others, which avoids deadlocks', async () => {
  setClock('2026-11-20T12:00:00Z')
  const ids = [
    (await aSubscription(installation.app)).subscription.id,
    (await aSubscription(installation.app)).subscription.id,
  ].toSorted()
  const rows = ids.map((subscriptionId) => ({
    subscriptionId,
    chargeId: installation.app.newId(),
    count: 1,
    intentId: installation.app.newId(),
  }))
  const { pool } = installation.database.database
  for (const { subscriptionId, chargeId } of rows)
    await pool.query(
      `update subscriptions.occurrence set state = 'PROCESSING', charge_id = $2, lease_until = now() where subscription_id = $1 and seq = 1`,
      [subscriptionId, chargeId],
    )
  const [other, claim] = [await pool.connect(), await pool.connect()]
  try {
    await other.query('begin')
    await other.query('select from subscriptions.subscription where id = $1 for update', [ids[0]])
    const part = isStillClaimed(rows.toReversed())
    const claimed = claim.query(part.sql, part.values as unknown[])
    await expect.poll(async () => (await pool.query('select from pg_locks where not granted')).rowCount).toBe(1)
    const { rowCount } = await other.query(
      'select from subscriptions.subscription where id = $1 for update skip locked',
      [ids[1]],
    )
    expect(rowCount).toBe(1)
    await other.query('rollback')
    expect((await claimed).rowCount).toBe(2)
  } finally {
    other.release()
    claim.release()
  }
})
