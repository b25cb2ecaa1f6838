import { one, required } from '#shared/collections.ts'
import type pg from 'pg'
import { openDatabase } from '#server/database/db.ts'
import { lockAvailableSubscriptions } from '#modules/recurring/subscriptions/agreement/subscription-queries.ts'
import {
  dueOccurrences,
  dueSubscriptions,
  claimOccurrences,
} from '#modules/recurring/subscriptions/agreement/schedule/claim-queries.ts'
import { noonZone } from '#tests/support/noon.ts'

const dailyPlan = '0199a000-0000-7000-8000-000000000002'

export type Bank = { readonly url: string; readonly key: string }

const postToBank = async ({ url, key }: Bank, path: string, body: string): Promise<{ id: string }> => {
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })
  if (!answer.ok) throw new Error(`the bank answered ${answer.status} to ${path}`)
  return (await answer.json()) as { id: string }
}

export const setLatency = (bank: Bank, ms: number): Promise<unknown> => postToBank(bank, 'admin/latency', `ms=${ms}`)

/**
 * Adds daily subscriptions of donors with saved cards to all open fundraisers in dollars. Returns their ids.
 */
export async function addSubscriptions(owner: pg.Client, bank: Bank, count: number, donors = 200): Promise<string[]> {
  const kept = []
  for (let donor = 0; donor < donors; donor++) {
    const customer = await postToBank(bank, 'v1/customers', `metadata[account]=${donor}`)
    const method = await postToBank(bank, 'v1/payment_methods/pm_card_visa/attach', `customer=${customer.id}`)
    kept.push({ customer: customer.id, method: method.id })
  }
  await owner.query(
    `with d as (select uuidv7() as account, uuidv7() as card, x.* from rows from (json_to_recordset($1::json) as (customer text, method text)) with ordinality as x(customer, method, n)),
       accounts as (insert into identity.account (id, email, first_name, created_at) select account, 'donor-' || account || '@example.org', 'Amina', now() from d),
       customers as (insert into cards.customer select account, 'sandbox', customer, now() from d)
     insert into cards.card (id, account_id, provider, method_id, brand, last4, exp_month, exp_year, is_default, added_at)
     select card, account, 'sandbox', method, 'visa', '4242', 12, 2040, true, now() from d`,
    [JSON.stringify(kept)],
  )
  const details = {
    locale: 'en',
    country: 'US',
    ip: '127.0.0.1',
    agreedVersion: 'bench',
    agreedAt: '2026-01-01T00:00:00Z',
    isAnonymous: false,
    customName: null,
    taxAddress: null,
    newsletter: false,
    receiveUpdates: false,
    source: null,
    referredDonor: null,
    fromPage: null,
    phone: null,
    remindBefore: false,
  }
  const { rows } = await owner.query<{ id: string }>(
    `insert into subscriptions.subscription (id, account_id, idempotency_key, plan_id, programme, state, schedule, time_zone, calendar, currency, portions, causes, card_id, is_zakat,
       maximize_zakat, gift_aid, tax_receipt, details, starts_on, consent_until, scheduled_until, created_at, changed_at)
     select uuidv7(), k.account_id, 'bench-' || n, $2, 'DailyGivers', 'active', '{"kind":"day"}', $6, 'SA', 'USD', '{"each":{"gift":"1000","tip":"160"}}',
       json_build_array(json_build_object('campaignId', c.ids[1 + n % array_length(c.ids, 1)]::text, 'share', 10000)), k.id, false, false, false, false, $3, current_date - 30, current_date + 300,
       current_date + 45, now() - interval '30 days', now()
     from generate_series(1, $1::int) n
       join (select id, account_id, row_number() over (order by id) - 1 as place from cards.card where method_id = any($4)) k on k.place = n % $5,
       (select array_agg(id) as ids from campaigns.campaign where currency = 'USD' and (select reason from campaigns.donation_refusal(array[id], true, now() + interval '1 day')) is null) c
     returning id`,
    [count, dailyPlan, JSON.stringify(details), kept.map(({ method }) => method), donors, noonZone()],
  )
  return rows.map(({ id }) => id)
}

/** Adds an occurrence of each subscription, all due at this instant. */
export async function makeDue(owner: pg.Client, ids: readonly string[], key: string): Promise<number> {
  const { rowCount } = await owner.query(
    `insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip, partition)
     select id, $1, coalesce((select max(seq) from subscriptions.occurrence o where o.subscription_id = s.id), 0) + 1, current_date, now(), now(), 'SCHEDULED', 1000, 160,
       1 + (causes -> 0 ->> 'campaignId')::bigint % 255
     from subscriptions.subscription s where id = any($2)`,
    [key, ids],
  )
  await owner.query('vacuum analyze subscriptions.occurrence')
  return required(rowCount)
}

/** Returns whether no occurrence is due or being charged any more. */
export async function isDrained(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ left: boolean }>(
    `select exists (select from subscriptions.occurrence where state = 'SCHEDULED' and due_at <= now()) or exists (select from subscriptions.occurrence where state in ('PROCESSING', 'UNKNOWN')) as left`,
  )
  return !one(rows).left
}

export type DrainResult = {
  readonly charged: number
  readonly seconds: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Returns the duration from the first claim to the last recorded charge, from the database. */
export async function readDrainResult(owner: pg.Client, key: string): Promise<DrainResult> {
  const { rows } = await owner.query<Record<'charged' | 'seconds' | 'p50' | 'p95' | 'p99', string>>(
    `select count(*) as charged, extract(epoch from max(a.settled_at) - min(a.submitted_at)) as seconds,
       ${[0.5, 0.95, 0.99].map((share) => `percentile_cont(${share}) within group (order by extract(epoch from a.settled_at - a.submitted_at) * 1000) as p${share * 100}`).join(', ')}
     from subscriptions.occurrence o join payments.attempt a on a.intent_id = o.intent_id and a.state = 'SUCCEEDED' where o.occurrence_key = $1 and o.state = 'SUCCEEDED'`,
    [key],
  )
  const { charged, seconds, p50, p95, p99 } = one(rows)
  return {
    charged: Number(charged),
    seconds: Number(seconds),
    p50: Math.round(Number(p50)),
    p95: Math.round(Number(p95)),
    p99: Math.round(Number(p99)),
  }
}

/**
 * Adds occurrences of past years and future weeks until the table has this many rows. Durability is off meanwhile and
 * restored afterwards.
 */
export async function addHistory(owner: pg.Client, rows: number, say: (line: string) => void): Promise<void> {
  const { rows: counted } = await owner.query<{ subscriptions: number; occurrences: number }>(
    `select (select count(*)::int from subscriptions.subscription where idempotency_key like 'bench-%') as subscriptions, (select count(*)::int from subscriptions.occurrence) as occurrences`,
  )
  const { subscriptions, occurrences } = one(counted)
  const share = Math.ceil((rows - occurrences) / subscriptions)
  const hasty = ['fsync', 'full_page_writes', 'autovacuum']
  for (const name of hasty) await owner.query(`alter system set ${name} = off`)
  await owner.query('select pg_reload_conf()')
  // Foreign keys aren't checked, because only reads are measured.
  await owner.query('set session_replication_role = replica')
  for (let from = 0; from < share; from += 50) {
    const to = Math.min(share, from + 50)
    await owner.query(
      `insert into subscriptions.occurrence (subscription_id, occurrence_key, seq, on_date, planned_at, due_at, state, gift, tip, partition, charge_id, intent_id, settled_at)
       select s.id, 'history-' || n, 1000 + n, current_date + 45 - n, now() + (45 - n) * interval '1 day', now() + (45 - n) * interval '1 day' + interval '1 hour',
         case when n <= 45 then 'SCHEDULED' else 'SUCCEEDED' end, 1000, 160, 1 + (s.causes -> 0 ->> 'campaignId')::bigint % 255,
         case when n > 45 then gen_random_uuid() end, case when n > 45 then gen_random_uuid() end,
         case when n > 45 then now() end
       from generate_series($1::int, $2::int) n, subscriptions.subscription s where s.idempotency_key like 'bench-%'`,
      [from + 1, to],
    )
    say(`  ${(occurrences + to * subscriptions).toLocaleString('en')} rows`)
  }
  await owner.query('set session_replication_role = origin')
  await owner.query('vacuum analyze subscriptions.occurrence')
  for (const name of hasty) await owner.query(`alter system reset ${name}`)
  await owner.query('select pg_reload_conf()')
  await owner.query('checkpoint')
}

export type Claims = { readonly batches: number; readonly query: readonly number[]; readonly whole: readonly number[] }

/**
 * Claims everything that is due in batches, like a worker, without charging it. Returns the milliseconds of the claim
 * query, and of the claim including its commit.
 */
export async function timeClaims(url: string, now: Date, limit: number): Promise<Claims> {
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
  const database = openDatabase({ url, log, max: 1, name: 'bench' })
  const query: number[] = []
  const whole: number[] = []
  for (let taken = -1; taken !== 0;) {
    const begun = performance.now()
    taken = await database.write(async (tx) => {
      const before = performance.now()
      const ids = await dueSubscriptions(tx, now, limit)
      query.push(performance.now() - before)
      const subscriptions = await lockAvailableSubscriptions(tx, ids)
      const due = await dueOccurrences(
        tx,
        subscriptions.map(({ id }) => id),
        now,
      )
      await claimOccurrences(
        tx,
        due.map(({ subscriptionId, key }) => ({
          subscriptionId,
          key,
          chargeId: '0199a000-0000-7000-8000-000000000000',
        })),
        new Date(now.getTime() + 300_000),
      )
      return due.length
    })
    whole.push(performance.now() - begun)
  }
  await database.close()
  return { batches: query.length, query, whole }
}
