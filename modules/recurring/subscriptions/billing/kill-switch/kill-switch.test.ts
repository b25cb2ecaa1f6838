import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import pg from 'pg'
import { aCampaign } from '#modules/causes/campaigns/testing.ts'
import { entriesAbout } from '#modules/platform/audit/index.ts'
import { resolveDueAttempts } from '#modules/money/giving/payment/resolve.ts'
import { aSession } from '#modules/platform/identity/testing.ts'
import { drainOutbox } from '#server/jobs/outbox.ts'
import { verifyLedger } from '#server/ops/verify-ledger.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { canCharge } from './kill-switch.ts'
import { chargeDue } from '../charge-due.ts'
import { recoverExpiredLeases } from '../recover-expired-leases.ts'
import { findKillSwitch } from './kill-switch-queries.ts'
import { occurrencesOf } from '../../agreement/schedule/occurrence-queries.ts'
import { resumeCharging } from './resume-charging.ts'
import { setKillSwitch } from './set-kill-switch.ts'
import { aSubscription, programmePlans } from '../../testing.ts'

let installation: TestApp
let now = new Date('2026-11-20T12:00:00Z')
const errors: string[] = []
const log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (_: object, text: string) => void errors.push(text),
}
beforeAll(async () => {
  installation = await createTestApp({ withSandbox: true, clock: () => now, log })
})
afterAll(() => installation.close())
beforeEach(async () => {
  setClock('2026-11-20T12:00:00Z')
  errors.length = 0
  await owner('delete from subscriptions.kill_switch')
})

const setClock = (instant: string) => void (now = new Date(instant))
const owner = (text: string, values: unknown[] = []) => installation.app.database.pool.query(text, values)
const charges = (subscriptionId: string) =>
  [...installation.sandbox!.gateway.store.truth.values()].filter(
    ({ metadata }) => metadata.subscription === subscriptionId,
  )
const stateOf = async (id: string, key: string) =>
  (await occurrencesOf(installation.app.db, id)).find((occurrence) => occurrence.key === key)?.state
const work = async () => {
  while ((await chargeDue(installation.app)) > 0);
  await resolveDueAttempts(installation.app)
  while ((await drainOutbox(installation.app)) > 0);
}
const system = { kind: 'system' } as const
const findings = async (check: string) =>
  (await verifyLedger(installation.database.ownerUrl, [], now)).find(({ title }) => title.startsWith(`${check}:`))!.rows

test('charging stopped by staff stays stopped until staff resume it; both are in the audit log', async () => {
  const { subscription } = await aSubscription(installation.app)
  await setKillSwitch(installation.app, system, 'the bank asked us to')
  await setKillSwitch(installation.app, system, 'a second reason')
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect(charges(subscription.id)).toEqual([])
  expect(await findKillSwitch(installation.app.db)).toMatchObject({
    reason: 'person',
    details: { note: 'the bank asked us to' },
  })
  expect((await resumeCharging(installation.app, system)).killSwitch).toMatchObject({ reason: 'person' })
  await work()
  expect(charges(subscription.id)).toHaveLength(1)
  const acts = (await entriesAbout(installation.app.db, 'subscriptions:kill-switch', 10)).map(({ act }) => act)
  expect(acts).toEqual(['subscriptions.charging-resumed', 'subscriptions.charging-stopped'])
  expect((await resumeCharging(installation.app, system)).killSwitch).toBeUndefined()
})

test('accepts a clock difference to the database of up to five seconds', async () => {
  await aSubscription(installation.app)
  setClock('2026-11-27T09:00:00Z')
  const { rows } = await owner('select clock_timestamp() as now')
  const away = (ms: number) => ({
    ...installation.app,
    clock: () => new Date((rows[0] as { now: Date }).now.getTime() + ms),
    isClockSimulated: false,
  })
  await owner(
    `update subscriptions.occurrence set due_at = now() - interval '1 minute' where state = 'SCHEDULED' and occurrence_key = '2026-11-27'`,
  )
  expect(await canCharge(away(-3000))).toBe(true)
  expect(await canCharge(away(9000))).toBe(false)
  expect(await findKillSwitch(installation.app.db)).toMatchObject({ reason: 'clocks' })
  expect(errors).toEqual(['charging is stopped: subscriptions are not charged until staff resume it'])
  // The entry has the database's time, because our clock is the wrong one.
  const [entry] = await entriesAbout(installation.app.db, 'subscriptions:kill-switch', 1)
  expect(entry).toMatchObject({
    act: 'subscriptions.charging-stopped',
    actorId: null,
    details: { reason: 'clocks', details: { ours: expect.any(String) } },
  })
  expect(Math.abs(entry!.at.getTime() - (rows[0] as { now: Date }).now.getTime())).toBeLessThan(5000)
  await owner('delete from subscriptions.kill_switch')
  expect(await canCharge(away(-9000))).toBe(false)
  await owner(`update subscriptions.occurrence set state = 'CANCELLED' where state = 'SCHEDULED' and due_at <= now()`)
})

test('stops charging at three times the agreed amount; resuming allows it', async () => {
  const { subscription } = await aSubscription(installation.app)
  // A bug might move many weeks of donations to a day without any.
  setClock('2026-11-24T12:00:00Z')
  await owner(
    `insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip)
     select $1, 'wrong:' || n, 1000 + n, '2026-11-24', $2, $2, 'SCHEDULED', 1000, 0 from generate_series(1, 60) n`,
    [subscription.id, now],
  )
  await work()
  expect(charges(subscription.id)).toEqual([])
  expect(await findKillSwitch(installation.app.db)).toMatchObject({
    reason: 'too-many-due',
    details: { limit: 50, dueAtLeast: 51 },
  })
  expect(await findings('Q15')).toEqual([])
  await resumeCharging(installation.app, system)
  await chargeDue(installation.app)
  expect(await findKillSwitch(installation.app.db)).toBeUndefined()
  expect(charges(subscription.id)).toHaveLength(1)
  while ((await drainOutbox(installation.app)) > 0);
})

test('donations delayed past their day are not an overflow; they count for their original day', async () => {
  const { subscription } = await aSubscription(installation.app)
  for (let copy = 1; copy <= 60; copy++)
    await owner(
      `with made as (insert into subscriptions.subscription select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'idempotency_key', s.idempotency_key || $2::text))).*
         from subscriptions.subscription s where id = $1 returning id)
       insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, delayed_since, state, gift, tip)
       select made.id, occurrence_key, seq, on_date, planned_at, '2026-11-29T04:00Z', due_at, state, gift, tip
       from made, subscriptions.occurrence where subscription_id = $1 and occurrence_key = '2026-11-27'`,
      [subscription.id, copy],
    )
  await owner(
    `update subscriptions.occurrence set state = 'CANCELLED' where state = 'SCHEDULED' and due_at < '2026-11-29T04:00Z'`,
  )
  setClock('2026-11-29T04:00:00Z')
  expect(await canCharge({ ...installation.app })).toBe(true)
  expect(await findKillSwitch(installation.app.db)).toBeUndefined()
  // The same number of due donations, without an explanation.
  await owner(`update subscriptions.occurrence set delayed_since = null where due_at = $1`, [now])
  expect(await canCharge({ ...installation.app })).toBe(false)
  expect(await findKillSwitch(installation.app.db)).toMatchObject({ reason: 'too-many-due' })
  await owner(`update subscriptions.occurrence set state = 'CANCELLED' where state = 'SCHEDULED' and due_at <= $1`, [
    now,
  ])
})

test('two days of outage are not an overflow: they are collected without staff', async () => {
  const { viewer } = await aSubscription(installation.app)
  const id = String((await aCampaign(installation.app, { ends_at: null })).id)
  const { subscription } = await aSubscription(installation.app, {
    viewer,
    givingPlanId: programmePlans.DailyGivers,
    causes: [{ campaignId: id, share: 10_000 }],
  })
  for (let copy = 1; copy <= 25; copy++)
    await owner(
      `with made as (insert into subscriptions.subscription select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'idempotency_key', s.idempotency_key || $2::text))).*
         from subscriptions.subscription s where id = $1 returning id)
       insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip)
       select made.id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip from made, subscriptions.occurrence where subscription_id = $1`,
      [subscription.id, copy],
    )
  setClock('2026-11-23T08:59:00Z')
  while ((await chargeDue(installation.app)) > 0);
  expect(await findKillSwitch(installation.app.db)).toBeUndefined()
  while ((await drainOutbox(installation.app)) > 0);
  const { rows } = await owner(
    `select state, count(*)::int as count from subscriptions.occurrence where due_at <= $1 and gift = 1000 and subscription_id in
    (select id from subscriptions.subscription where programme = 'DailyGivers') group by 1`,
    [now],
  )
  expect(rows).toEqual([{ state: 'SUCCEEDED', count: 52 }])
})

test('charges missing after restoring a backup stop charging and are imported, not repeated', async () => {
  const { subscription } = await aSubscription(installation.app, { tipAmount: 150 })
  setClock('2026-11-27T09:00:00Z')
  await setBankClock()
  await work()
  expect(await stateOf(subscription.id, '2026-11-27')).toBe('SUCCEEDED')
  await restoreBackup(subscription.id, '2026-11-27')
  // This worker starts after the restore and has no record of earlier checks.
  const restarted = { ...installation.app }
  expect(await chargeDue(restarted)).toBe(0)
  expect(await findKillSwitch(installation.app.db)).toMatchObject({ reason: 'provider-ahead', details: { charges: 1 } })
  setClock('2026-11-27T09:10:00Z')
  expect(await resumeCharging(installation.app, system)).toMatchObject({ imported: 1, unmatched: [] })
  await work()
  await recoverExpiredLeases(installation.app)
  expect(await stateOf(subscription.id, '2026-11-27')).toBe('SUCCEEDED')
  expect(charges(subscription.id)).toHaveLength(1)
  expect(await findings('Q6')).toEqual([])
})

test('never repeats a missing charge for another amount and sends it to manual review', async () => {
  const { subscription } = await aSubscription(installation.app)
  setClock('2026-11-27T09:15:00Z')
  await setBankClock()
  await work()
  await restoreBackup(subscription.id, '2026-11-27')
  await owner(
    `update subscriptions.occurrence set gift = 700 where subscription_id = $1 and occurrence_key = '2026-11-27'`,
    [subscription.id],
  )
  const restarted = { ...installation.app }
  setClock('2026-11-27T09:20:00Z')
  await chargeDue(restarted)
  const [charge] = charges(subscription.id)
  expect(await resumeCharging(installation.app, system)).toMatchObject({ imported: 0, unmatched: [charge!.id] })
  await work()
  expect(await stateOf(subscription.id, '2026-11-27')).toBe('CANCELLED')
  expect(charges(subscription.id)).toHaveLength(1)
  // Staff accepted the charge, so it doesn't stop charging again.
  expect(await canCharge({ ...installation.app })).toBe(true)
})

test('a database failure during the import leaves charging stopped and repeats no charge', async () => {
  const { subscription } = await aSubscription(installation.app)
  setClock('2026-11-27T09:25:00Z')
  await setBankClock()
  await work()
  await restoreBackup(subscription.id, '2026-11-27')
  setClock('2026-11-27T09:30:00Z')
  await chargeDue({ ...installation.app })
  const weakSet = new WeakSet()
  const failing = installation.app.db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      if (
        JSON.stringify(node, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)).includes(
          subscription.id,
        )
      )
        weakSet.add(queryId)
      return node
    },
    transformResult: async ({ queryId, result }) => {
      if (weakSet.has(queryId)) throw new Error('the connection was lost')
      return result
    },
  })
  await expect(resumeCharging({ ...installation.app, db: failing }, system)).rejects.toThrow('the connection was lost')
  expect(await findKillSwitch(installation.app.db)).toMatchObject({ reason: 'provider-ahead' })
  expect(await resumeCharging(installation.app, system)).toMatchObject({ imported: 1, unmatched: [] })
  await work()
  await recoverExpiredLeases(installation.app)
  expect(await stateOf(subscription.id, '2026-11-27')).toBe('SUCCEEDED')
  expect(charges(subscription.id)).toHaveLength(1)
})

test('finance staff can view, set and resume; only one of two concurrent requests takes effect', async () => {
  const { token } = await aSession(installation.app, { roles: ['finance'] })
  const call = async (method: 'GET' | 'PUT' | 'POST', path: string, payload?: object) =>
    (
      await installation.fastify.inject({
        method,
        url: `/v4/staff/plans/kill-switch${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(payload ? { payload } : {}),
      })
    ).json()
  expect(await call('GET', '')).toMatchObject({ isOn: false, reason: null })
  expect(await call('PUT', '', { note: 'an odd night' })).toMatchObject({
    isOn: true,
    reason: 'person',
    details: { note: 'an odd night' },
  })
  expect(await call('POST', '/resume', { note: 'looked' })).toEqual({ wasOn: true, imported: 0, unmatched: [] })
  expect(await call('POST', '/resume', { note: 'looked' })).toEqual({ wasOn: false, imported: 0, unmatched: [] })
})

test('staff see what is due and too late, resume only the state they saw, and leave a reason', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app, { tipAmount: 150 })
  const { subscription: daily } = await aSubscription(installation.app, { givingPlanId: programmePlans.DailyGivers })
  await owner(
    `update subscriptions.occurrence set due_at = '2027-01-01' where state = 'SCHEDULED' and subscription_id <> all($1)`,
    [[subscription.id, daily.id]],
  )
  await setKillSwitch(installation.app, system, 'the bank asked us to')
  const { setAt } = (await findKillSwitch(installation.app.db))!
  setClock('2026-11-27T09:30:00Z')
  const { token, viewer } = await aSession(installation.app, { roles: ['finance'] })
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const answer = await installation.fastify.inject({
      method,
      url: `/v4/staff/plans/kill-switch${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, ...(answer.json() as object) }
  }
  const waiting = {
    donations: 2,
    plans: 2,
    late: 6,
    hasMore: false,
    since: '2026-11-21T09:00:00.000Z',
    amounts: [{ currency: 'GBP', donations: 2, amount: 2150 }],
  }
  const seen = (await call('GET', '')) as { history?: object[] }
  expect(seen).toMatchObject({ isOn: true, waiting })
  expect(seen.history![0]).toMatchObject({ act: 'set', by: null, note: 'the bank asked us to' })
  expect(await call('POST', '/resume', { note: '' })).toMatchObject({ status: 400 })
  const another = { note: 'the other one', setAt: '2026-11-19T00:00:00.000Z' }
  expect(await call('POST', '/resume', another)).toMatchObject({ status: 409, code: 'kill-switch-changed' })
  expect(await findKillSwitch(installation.app.db)).toBeDefined()
  expect(await call('POST', '/resume', { note: 'the bank is back', setAt: setAt.toISOString() })).toMatchObject({
    wasOn: true,
  })
  await chargeDue(installation.app)
  expect([charges(subscription.id).length, charges(daily.id).length]).toEqual([1, 1])
  const { history, waiting: remaining } = (await call('GET', '')) as { history?: object[]; waiting?: object }
  expect(remaining).toMatchObject({ donations: 0, late: 0, since: null, amounts: [] })
  expect(history![0]).toMatchObject({
    act: 'released',
    reason: 'person',
    note: 'the bank is back',
    imported: 0,
    unmatched: [],
  })
  const [entry] = await entriesAbout(installation.app.db, 'subscriptions:kill-switch', 1)
  expect(entry).toMatchObject({
    actorId: viewer.accountId,
    ip: '127.0.0.1',
    details: { note: 'the bank is back', details: { note: 'the bank asked us to' } },
  })
  expect(await call('PUT', '', { note: 'once more' })).toMatchObject({ isOn: true })
  expect((await entriesAbout(installation.app.db, 'subscriptions:kill-switch', 1))[0]).toMatchObject({
    act: 'subscriptions.charging-stopped',
    actorId: viewer.accountId,
    ip: '127.0.0.1',
  })
  await resumeCharging(installation.app, system)
  while ((await drainOutbox(installation.app)) > 0);
})

test('the ledger checks find double payments, false payments and stuck donations', async () => {
  setClock('2026-11-20T12:00:00Z')
  const { subscription } = await aSubscription(installation.app)
  setClock('2026-11-27T09:00:00Z')
  await work()
  expect([await findings('Q6'), await findings('Q15')]).toEqual([[], []])
  const instant = `timestamptz '${now.toISOString()}'`
  const ours = `subscription_id = '${subscription.id}'`
  const { rows } = await owner(`select intent_id from subscriptions.occurrence where ${ours} and state = 'SUCCEEDED'`)
  const intent = (rows[0] as { intent_id: string }).intent_id
  await asOwner(
    `update payments.intent set order_details = jsonb_set(order_details, '{plan,keys}', '["2026-12-04"]') where id = '${intent}'`,
  )
  await asOwner(`update payments.attempt set settled_at = ${instant} - interval '1 hour' where intent_id = '${intent}'`)
  expect(await findings('Q6')).toEqual([expect.objectContaining({ what: `plan:${subscription.id}:2026-11-27` })])
  expect(await findings('Q15')).toEqual([
    expect.objectContaining({ what: 'paid but open', occurrence_key: '2026-12-04' }),
  ])
  await asOwner(
    `update payments.intent set order_details = jsonb_set(order_details, '{plan,keys}', '["2026-11-27", "2026-11-27"]') where id = '${intent}'`,
  )
  expect(await findings('Q6')).toEqual([
    expect.objectContaining({ what: `plan:${subscription.id}:2026-11-27`, successes: '2' }),
  ])
  await asOwner(
    `update payments.intent set order_details = jsonb_set(order_details, '{plan,keys}', '["2026-11-27"]') where id = '${intent}'`,
  )
  await asOwner(
    `update subscriptions.occurrence set due_at = ${instant} - interval '3 hours' where ${ours} and occurrence_key = '2026-12-04'`,
  )
  await asOwner(
    `update subscriptions.occurrence set state = 'PROCESSING', lease_until = ${instant} - interval '1 hour' where ${ours} and occurrence_key = '2026-12-11'`,
  )
  const still = (await findings('Q15')) as { what: string; occurrence_key: string }[]
  expect(still.map(({ what, occurrence_key }) => `${what} ${occurrence_key}`)).toEqual([
    'expired lease 2026-12-11',
    'overdue 2026-12-04',
  ])
})

let bankIsAhead = 0
/** Sets the sandbox bank's clock to ours. */
async function setBankClock(): Promise<void> {
  const { rows } = await owner('select clock_timestamp() as now')
  const seconds = Math.round((now.getTime() - (rows[0] as { now: Date }).now.getTime()) / 1000) - bankIsAhead
  const headers = { authorization: 'Bearer sk_sandbox_test', 'content-type': 'application/x-www-form-urlencoded' }
  await fetch(`${installation.sandbox!.url}/admin/clock`, {
    method: 'POST',
    headers,
    body: `advance_seconds=${seconds}`,
  })
  bankIsAhead += seconds
}

const asOwner = async (text: string) => {
  const client = new pg.Client({ connectionString: installation.database.ownerUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

/** Restores the database to a backup from before the charge. */
async function restoreBackup(subscriptionId: string, key: string): Promise<void> {
  await asOwner(`
    set session_replication_role = replica;
    update subscriptions.occurrence set state = 'SCHEDULED', charge_id = null, intent_id = null, settled_at = null, lease_until = null
      where subscription_id = '${subscriptionId}' and occurrence_key = '${key}';
    create temp table lost as select id from payments.intent where reference = 'plan:${subscriptionId}:${key}';
    delete from receipts.line where donation_id in (select id from giving.donation where intent_id in (select id from lost));
    delete from ledger.entry where tx_id in (select t.id from ledger.tx t join payments.attempt a on a.id = t.source_id where a.intent_id in (select id from lost));
    delete from ledger.tx where source_id in (select id from payments.attempt where intent_id in (select id from lost));
    delete from giving.donation where intent_id in (select id from lost);
    delete from payments.attempt where intent_id in (select id from lost);
    delete from payments.intent where id in (select id from lost)`)
}
