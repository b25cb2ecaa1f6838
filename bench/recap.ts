import type pg from 'pg'
import { openDatabase } from '#server/database/db.ts'
import { computeSnapshot, computeYear } from '#modules/faith/deeds/snapshot.ts'
import { planRuns } from '#modules/recurring/subscriptions/index.ts'
import { referredDonations } from '#modules/organizers/referrals/index.ts'
import { accountsWithConsent } from '#modules/trust/privacy/index.ts'
import { consentTexts } from '#modules/trust/privacy/rules/consents.ts'

const recapYear = 1447
/** Number of single snapshots before the measured ones, for warm-up. */
export const warmUpCount = 10

/**
 * Adds donors with consent to Deeds and their donations of 1447 in five currencies to several campaigns and programmes.
 */
export async function addRecapDonors(owner: pg.Client, { donors, donations }: { donors: number; donations: number }) {
  await owner.query(`create temp table recap_account as select uuidv7() as id, n from generate_series(1, ${donors}) n;
    create temp table recap_campaign as select id, row_number() over (order by id) as n from campaigns.campaign limit 500`)
  await owner.query(
    `
      insert into identity.account (id, email, first_name, preferences, created_at)
      select
        id,
        'recap-' || n || '@example.org',
        'Amina',
        jsonb_build_object('preferredCurrency', (array['USD', 'GBP', 'EUR'])[1 + n % 3]),
        now()
      from recap_account
    `,
  )
  await owner.query(
    `insert into privacy.consent (account_id, purpose, is_given, text_version, locale, recorded_at)
     select id, 'recap', true, $1, 'en', '2026-01-01' from recap_account`,
    [consentTexts.recap.version],
  )
  // Without payments, because only donations are read and the database is deleted afterwards.
  await owner.query('set session_replication_role = replica')
  await owner.query(
    `
      insert into giving.donation (
        id,
          intent_id,
          attempt_id,
          line,
          campaign_id,
          account_id,
          donor_key,
          name,
          currency,
          gift,
          zakat_eligible,
          is_zakat,
          is_anonymous,
          fee_schedule_version,
          payment_method,
          locale,
          given_at,
          subscription_id,
          occurrence_key,
          occurrence_on,
          programme
      )
      select
        uuidv7(),
        uuidv7(),
        uuidv7(),
        1,
        c.id,
        a.id,
        sha256(a.id::text::bytea),
        'Bench recap',
        (array['USD', 'GBP', 'EUR', 'CAD', 'PKR'])[1 + g.i % 5],
        500 + g.i % 9000,
        case when g.i % 4 = 0 then 400 else 0 end,
        g.i % 4 = 0,
        g.i % 6 = 0,
        'bench',
        'card',
        'en',
        x.at,
        case when g.i % 3 = 0 then a.id end,
        case when g.i % 3 = 0 then g.i::text end,
        case when g.i % 3 = 0 then x.at::date end,
        case
          when g.i % 3 = 0 then (array['DailyGivers', 'FridayGivers', 'Ramadan30Nights', 'DhulHijjah'])[1 + g.i / 3 % 4]
          end
      from generate_series(1, $1::int) as g(i)
      cross join lateral (
        select timestamptz '2025-06-26 12:00Z' + (g.i::bigint * 7919 % 354) * interval '1 day' as at
      ) x
      join recap_account a on a.n = 1 + (g.i::bigint * 104729) % $2::int
      join recap_campaign c on c.n = 1 + (g.i + g.i / $2::int * 131) % (select count(*) from recap_campaign)
    `,
    [donations, donors],
  )
  await owner.query(
    `
      insert into currencies.rate (currency, day, source, per_euro)
      select currency, date '2025-06-20' + n, 'ecb', 1 + n / 1000.0
      from generate_series(0, 370) n, unnest(array['USD', 'GBP', 'CAD', 'PKR']) currency
      on conflict do nothing
    `,
  )
  await owner.query('set session_replication_role = origin')
}

/** Deletes the donations, because they have no ledger entries and the ledger is verified afterwards. */
export const removeRecapDonations = (owner: pg.Client): Promise<unknown> =>
  owner.query(
    `set session_replication_role = replica; delete from giving.donation where name = 'Bench recap'; set session_replication_role = origin`,
  )

/** Returns the milliseconds of the snapshots of all donors and of single donors; calls `cpuMs` between them. */
export async function timeRecap(databaseUrl: string, cpuMs: () => number, rounds = 60) {
  const database = openDatabase({
    url: databaseUrl,
    max: 1,
    name: 'bench',
    log: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const clock = () => new Date()
  const deedsSources = { consents: accountsWithConsent('recap'), planRuns, referrals: referredDonations }
  const start = performance.now()
  const snapshots = await computeYear({ write: database.write, clock, deedsSources }, recapYear)
  const all = performance.now() - start
  const afterAll = cpuMs()
  const rows = await database.statement<{ id: string }>(
    'bench.recap_donors',
    'select account_id as id from deeds.snapshot limit $1',
    [rounds + warmUpCount],
  )
  const single: number[] = []
  for (const { id } of rows)
    await database.write(async (tx) => {
      const begun = performance.now()
      await computeSnapshot({ clock, deedsSources }, tx, { accountId: id, hijriYear: recapYear })
      single.push(performance.now() - begun)
    })
  await database.close()
  return { snapshots, all, afterAll, single: single.slice(warmUpCount) }
}
