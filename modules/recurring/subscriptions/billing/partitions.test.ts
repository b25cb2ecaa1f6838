import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { aSession, aRequestContext } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { changePlan } from '../agreement/managing/change-plan.ts'
import { chargeDue } from './charge-due.ts'
import { findSubscription } from '../agreement/subscription-queries.ts'
import { dueSubscriptions } from '../agreement/schedule/claim-queries.ts'
import { partitionOf } from '../rules/partitions.ts'
import { aSubscription, programmePlans } from '../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now })
})
afterAll(() => installation.close())

const setClock = (instant: string) => void (now = new Date(instant))
const owner = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await installation.app.database.pool.query(text, values)).rows as Row[]
const partitions = async (id: string) =>
  (
    await owner<{ partition: number }>(
      `select distinct partition from subscriptions.occurrence where subscription_id = $1 order by 1`,
      [id],
    )
  ).map(({ partition }) => partition)

/** Adds `count` identical subscriptions that are due at the same time. */
const andOthers = async (id: string, count: number): Promise<string[]> =>
  (
    await owner<{ id: string }>(
      `with made as (insert into subscriptions.subscription select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'idempotency_key', s.idempotency_key || '-' || n))).*
         from subscriptions.subscription s, generate_series(1, $2::int) n where s.id = $1 returning id),
       gifts as (insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip, partition)
         select made.id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip, partition from made, subscriptions.occurrence where subscription_id = $1 and seq = 1)
       select id from made`,
      [id, count],
    )
  ).map((row) => row.id)

test('five donors of one fundraiser don’t wait for the two thousand of another (recurring-5)', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription: one } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  await andOthers(one.id, 1999)
  const { subscription: other } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  const few = [other.id, ...(await andOthers(other.id, 4))]
  setClock('2026-11-21T09:00:00Z')
  const given = async () =>
    (
      await owner<{ id: string }>(
        `select subscription_id as id from subscriptions.occurrence where state <> 'SCHEDULED'`,
      )
    ).map(({ id }) => id)
  expect(await chargeDue(installation.app, { limit: 100 })).toBe(100)
  expect((await given()).filter((id) => few.includes(id)).length).toBeGreaterThanOrEqual(4)
  expect(await chargeDue(installation.app, { limit: 100 })).toBe(100)
  while ((await drainOutbox(installation.app)) > 0);
  const served = await given()
  expect(served).toHaveLength(200)
  expect(served).toEqual(expect.arrayContaining(few))
  // Only donations of the fundraiser with two thousand are left, and batches stay full.
  expect(await chargeDue(installation.app, { limit: 100 })).toBe(100)
})

test('concurrent workers claim different donations, and together all of them', async () => {
  const look = (limit: number) => installation.app.write((tx) => dueSubscriptions(tx, now, limit))
  const remainder = await look(100_000)
  const claimed: string[] = []
  await installation.app.write(async (first) => {
    claimed.push(...(await dueSubscriptions(first, now, 300)))
    await installation.app.write(async (second) => {
      claimed.push(...(await dueSubscriptions(second, now, 300)))
      await installation.app.write(async (third) => void claimed.push(...(await dueSubscriptions(third, now, 100_000))))
    })
  })
  expect(new Set(claimed).size).toBe(claimed.length)
  expect(claimed.toSorted()).toEqual(remainder.toSorted())
})

test('donations are in their fundraiser’s partition, move with it, and are in 0 without one', async () => {
  setClock('2026-11-22T12:00:00Z')
  const { viewer } = await aSession(installation.app)
  const { subscription, causes } = await aSubscription(installation.app, { viewer })
  expect(await partitions(subscription.id)).toEqual([partitionOf(causes)])
  const another = [{ campaignId: String((await aCampaign(installation.app, { ends_at: null })).id), share: 10_000 }]
  const { version } = (await findSubscription(installation.app.db, subscription.id))!
  await changePlan(installation.app, viewer, aRequestContext(), {
    subscriptionId: subscription.id,
    version,
    causes: another,
  })
  expect(partitionOf(another)).not.toBe(partitionOf(causes))
  expect(await partitions(subscription.id)).toEqual([partitionOf(another)])
  const chosen = await aSubscription(installation.app, { viewer, givingPlanId: programmePlans.DailyGivers, causes: [] })
  expect(await partitions(chosen.subscription.id)).toEqual([0])
})
