import type pg from 'pg'
import { payoutsServer } from '#modules/money/payouts/index-server.ts'
import { createApp } from '#server/app.ts'
import { loadConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/database/db.ts'
import { one } from '#shared/collections.ts'

/** Donations that one statement adds. */
const batchSize = 100_000

/**
 * Adds verified charities with a fundraiser, bank details in force and donations in dollars by card of the last 98 to 8
 * days, each charge with its ledger entries; every tenth is zakat. Without checks and triggers, because the database is
 * deleted afterwards.
 */
export async function addPaidCharities(
  owner: pg.Client,
  { charities, donations }: { readonly charities: number; readonly donations: number },
): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `
      create temp table paid_charity as
      select n, 900000000 + n as charity, 900000000 + n as campaign from generate_series(1, ${charities}) n;
      insert into organizations.organization overriding system value
      select (jsonb_populate_record(o, jsonb_build_object('id', p.charity, 'slug', 'bench-paid-' || p.n, 'is_own', false))).*
      from paid_charity p
      join organizations.organization o
        on o.id = (select min(id) from organizations.organization where verification_state = 'verified');
      insert into campaigns.campaign overriding system value
      select (
        jsonb_populate_record(
          c,
          jsonb_build_object('id', p.campaign, 'slug', 'bench-paid-' || p.n, 'organization_id', p.charity, 'currency', 'USD')
        )
      ).*
      from paid_charity p
      join campaigns.campaign c
        on c.id = (select min(id) from campaigns.campaign where kind = 'fundraiser' and status = 1);
      insert into organizations.bank_details (
        id, organization_id, currency, country, account_name, account_type, last_four, numbers, needs_staff, state, entered_at,
        decided_at, active_from
      )
      select
        uuidv7(), charity, 'USD', 'US', 'Charity', 'checking', '6789', '', false, 'approved', now() - interval '90 days',
        now() - interval '90 days', now() - interval '87 days'
      from paid_charity
    `,
  )
  for (let done = 0; done < donations; done += batchSize)
    await owner.query(
      `
        with
          made as materialized (
            select
              uuidv7() as id,
              uuidv7() as attempt,
              uuidv7() as tx,
              900000001 + n % $3::int as campaign,
              n % 10 = 0 as is_zakat,
              now() - interval '8 days' - (n::bigint * 7919 % 90) * interval '1 day' as at
            from generate_series($1::int, $2::int) n
          ),
          intents as (
            insert into payments.intent (
              id, purpose, order_details, quote_hash, amount, currency, state, scope, provider, provider_intent_id, created_at,
              expires_at
            )
            select id, 'donation', '{}', '', 2000, 'USD', 'SUCCEEDED', 'visit:' || id, 'demo', id::text, at, at from made
          ),
          attempts as (
            insert into payments.attempt (
              id, intent_id, state, provider, provider_key, provider_charge_id, amount, currency, scope, idempotency_key,
              request_hash, method, ip, submitted_at, settled_at
            )
            select
              attempt, id, 'SUCCEEDED', 'demo', attempt::text, attempt::text, 2000, 'USD', 'visit:' || id, 'bench', '', 'card',
              '127.0.0.1', at, at
            from made
          ),
          donations as (
            insert into giving.donation (
              id, intent_id, attempt_id, line, campaign_id, donor_key, name, currency, gift, zakat_eligible, is_zakat,
              processing_fee, fee_schedule_version, payment_method, locale, given_at
            )
            select
              uuidv7(), id, attempt, 1, campaign, sha256(id::text::bytea), 'Bench', 'USD', 2000,
              case when is_zakat then 2000 else 0 end, is_zakat, 88, 'bench', 'card', 'en', at
            from made
          ),
          transactions as (
            insert into ledger.tx (id, source_type, source_id, event_type, occurred_at)
            select tx, 'attempt', attempt, 'charge', at from made
          )
        insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
        select
          tx,
          e.line,
          case when e.is_payable and is_zakat then 'zakat_payable' when e.is_payable then 'campaign_payable' else 'provider_clearing' end,
          case when e.is_payable then campaign end,
          e.meaning,
          'USD',
          e.amount
        from made
        cross join (
          values
            (1, false, 'charge', 2000),
            (2, true, 'gift', -2000),
            (3, true, 'processing_fee', 88),
            (4, false, 'processing_fee', -88)
        ) as e (line, is_payable, meaning, amount)
      `,
      [done + 1, Math.min(done + batchSize, donations), charities],
    )
  await owner.query('set session_replication_role = origin')
}

/** Drafts every charity's payout as the job does; returns their number, the drafted donations, and the milliseconds. */
export async function timeDrafts(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly drafts: number; readonly lines: number; readonly times: readonly number[] }> {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const database = openDatabase({ url: databaseUrl, max: 2, name: 'bench', log })
  const app = createApp(loadConfig(environment), database, log)
  const times: number[] = []
  let drafts = 0
  for (const account of await payoutsServer.listAccountsToDraft(app.db)) {
    if (account.organizationId < 900_000_000n) continue
    const begun = performance.now()
    if (await payoutsServer.draftAsJob(app, account)) drafts += 1
    times.push(performance.now() - begun)
  }
  const lines = await database.statement<{ count: number }>(
    'bench.payout_lines',
    'select count(*)::int as count from payouts.line where is_charge and campaign_id > 900000000',
    [],
  )
  await database.close()
  return { drafts, lines: one(lines).count, times }
}
