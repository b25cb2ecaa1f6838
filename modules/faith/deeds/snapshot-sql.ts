import { takenOverByAccounts, ownedByAccounts } from '#modules/money/giving/index.ts'
import { frequentDaysMin, rankedDonorsMin } from './rules/ranking.ts'
import type { DeedsSources } from './ports.ts'
import {
  exponents,
  nameOfCause,
  codeOfCountry,
  counted,
  rates,
  withUsdAmounts,
  own,
  donor,
  referred,
} from './snapshot-relations.ts'
import { figures, othersFigures } from './snapshot-figures.ts'

/*
 * Snapshots are computed from relations that build on each other: `day_rate`, `gift` (donations not fully refunded),
 * `owned` (the same by account), `donor` (accounts with their currency), `own` (a donor's donations in their currency).
 * For a year they are temporary tables, so that each is computed once and planned with its real size; for one donor
 * they are parts of one statement. Parameters: $1 Hijri year, $2 its first day, $3 the day after it, $4 the first days
 * of its months, $5 currencies and $6 their numbers of minor units, $7 the time of computing, $8 the account (only in
 * the statement of one donor).
 */

/** The stored figures (`DeedsFigures` of `snapshot.ts`) as one row, which is faster than naming their fields. */
const insertSnapshots = `
  insert into deeds.snapshot (account_id, hijri_year, currency, computed_at, figures)
  select a.account_id, $1::smallint, a.currency, $7, to_jsonb(figures)
  from donor a
  cross join of_year y
  join main m using (n)
  join months o using (n)
  join campaigns c using (n)
  join campaigns.campaign t on t.id = c.campaign_id
  join causes k using (n)
  left join countries l using (n)
  left join fridays f using (n)
  left join animals q using (n)
  left join plans p using (account_id)
  left join brought b using (account_id)
  cross join lateral (select o.month, o.amount) active_month
  cross join lateral (select c.campaign_id::text as id, t.name, c.amount) top_campaign
  cross join lateral (select m.zakat as amount, c.zakat_fundraisers as fundraisers) zakat_given
  cross join lateral (select coalesce(b.donors, 0) as count, coalesce(b.amount, 0) as amount) brought_in
  cross join lateral (
    select
      m.donations,
      c.fundraisers,
      m.amount,
      m.anonymous as "anonymousDonations",
      m.emergency as "emergencyDonations",
      m.sacred as "sacredAmount",
      o.months,
      m.weeks,
      coalesce(p.days, 0) as "planDays",
      m.streak,
      coalesce(f.streak, 0) as "fridayStreak",
      active_month as "mostActiveMonth",
      top_campaign as "topCampaign",
      array_remove(
        array[${[1, 2, 3].map((place) => nameOfCause(`k.top[${place}]`)).join(', ')}], null
      ) as "topCategories",
      k.causes as "totalCategories",
      ${codeOfCountry('l.top::int')} as "topCountry",
      coalesce(l.countries, 0) as "totalCountries",
      zakat_given as zakat,
      m.daily_days as "dailyDays",
      coalesce(f.fridays, 0) as fridays,
      m.friday_amount as "fridayAmount",
      m.ramadan_amount as "ramadanAmount",
      m.dhul_hijjah_amount as "dhulHijjahAmount",
      coalesce(q.animals, '[]') as animals,
      brought_in as referrals,
      coalesce(m.usd >= y.top_amount, false) as "isTop10Donor",
      coalesce(m.giving_days >= y.top_days and m.giving_days >= ${frequentDaysMin}, false) as "isTop10FrequentDonor",
      coalesce(m.usd >= y.generous_amount, false) as "isGenerous",
      m.is_approximate as "isApproximate"
  ) figures
  on conflict (account_id, hijri_year) do update
  set currency = excluded.currency, figures = excluded.figures, computed_at = excluded.computed_at
  returning account_id
`

/** The sums and giving days of accounts. */
const ofAccounts = (which: string): string =>
  `select sum(usd)::bigint as usd, count(distinct given_on) as days from owned o ${which} group by account_id`

/** Computes the year's thresholds and sums over all accounts. They contain no personal data (deeds-4). */
const ofYear = (accounts: string): string => `
  of_account as materialized (${accounts}),
  place as (
    select count(*)::int as donors, nullif(ceil(count(*) / 10.0)::int, 0) as top
    from of_account
    having count(*) >= ${rankedDonorsMin}
  ),
  of_year as materialized (
    insert into deeds.year (
      hijri_year, donors, unique_donors, amount, top_amount, top_days, generous_amount, computed_at
    )
    select
      $1::smallint,
      (select count(*) from of_account),
      (select count(*) from (select distinct donor_key from gift) k),
      coalesce((select sum(usd) from gift), 0),
      (
        select usd
        from of_account
        order by usd desc
        offset (select top - 1 from place)
        limit (select count(*) from place)
      ),
      (
        select days
        from of_account
        order by days desc
        offset (select top - 1 from place)
        limit (select count(*) from place)
      ),
      (select percentile_disc(0.9) within group (order by usd) from of_account where exists (select from place)),
      $7
    on conflict (hijri_year) do update
    set
      donors = excluded.donors,
      unique_donors = excluded.unique_donors,
      amount = excluded.amount,
      top_amount = excluded.top_amount,
      top_days = excluded.top_days,
      generous_amount = excluded.generous_amount,
      computed_at = excluded.computed_at
    returning top_amount, top_days, generous_amount
  )
`

const ownedColumns = [
  'campaign_id',
  'currency',
  'left_of',
  'zakat_left',
  'is_anonymous',
  'programme',
  'cause',
  'country',
  'day',
  'given_on',
  'animal',
  'shares',
  'usd',
]
  .map((column) => `g.${column}`)
  .join(', ')

/** The accounts of donations; each donation belongs to an account only once. */
const ownedByAll = `
  owned as not materialized (
    select g.account_id, ${ownedColumns}
    from gift g
    where g.account_id is not null
    union all
    select w.account_id, ${ownedColumns}
    from claimed w
    join gift g on g.id = w.donation_id and g.account_id is distinct from w.account_id
  )
`

type Table = readonly [name: string, query: string]

/** The relations for all accounts, each derived from earlier ones. */
const yearTables: readonly Table[] = [
  [
    'day_rate',
    `with ${exponents} ${rates(`select generate_series($2::date, $3::date - 1, interval '1 day')::date as day`, '')}`,
  ],
  ['gift', `with ${exponents} ${withUsdAmounts(counted(''))}`],
  [
    'claimed',
    `
      select distinct c.account_id, c.donation_id
      from (${takenOverByAccounts}) c
      join identity.account a on a.id = c.account_id and a.erased_at is null
    `,
  ],
]

const createTables = (tables: readonly Table[]): string[] =>
  tables.flatMap(([name, query]) => [`create temporary table ${name} on commit drop as ${query}`, `analyze ${name}`])

/** Returns the statements that compute a year's thresholds and missing snapshots of all donors who consented. */
export const snapshotsOfYear = (sources: DeedsSources): readonly string[] => [
  ...createTables([
    ...yearTables,
    [
      'donor',
      `with ${ownedByAll} ${donor(`and a.id in (select account_id from (${sources.consents}) agreed)
        and not exists (select from deeds.snapshot s where s.account_id = a.id and s.hijri_year = $1::smallint)`)}`,
    ],
    ['referred', referred(sources.referrals)],
    ['own', `with ${ownedByAll} ${own}`],
  ]),
  `
    with
      ${ownedByAll},
      ${figures},
      ${ofYear(`select usd, giving_days as days from main union all ${ofAccounts('where not exists (select from donor a where a.account_id = o.account_id)')}`)},
      ${othersFigures(sources)} ${insertSnapshots}
  `,
]

/** Returns the statements, in order, that compute only the year's thresholds and sums. */
export const thresholdsOfYear: readonly string[] = [
  ...createTables(yearTables),
  `with ${ownedByAll}, ${ofYear(ofAccounts(''))} select 1 from of_year`,
  'drop table day_rate, gift, claimed',
]

/** Returns the statement that computes one donor's snapshot with the year's stored thresholds. */
export const snapshotOfDonor = (sources: DeedsSources): string => `
  with
    ${exponents},
    own_id as materialized (
      select distinct w.account_id, w.donation_id from (${ownedByAccounts}) w where w.account_id = $8::uuid
    ),
    referral_id as materialized (
      select s.account_id, s.donation_id from (${sources.referrals}) s where s.account_id = $8::uuid
    ),
    given as materialized (
      ${counted('and d.id in (select donation_id from own_id union all select donation_id from referral_id)')}
    ),
    day_rate as materialized (
      ${rates(
        'select distinct day from given',
        `where currency in (select currency from given union all select preferences->>'preferredCurrency' from identity.account where id = $8::uuid union all select 'USD')`,
      )}
    ),
    gift as materialized (${withUsdAmounts('select * from given')}),
    owned as materialized (select w.account_id, ${ownedColumns} from own_id w join gift g on g.id = w.donation_id),
    donor as materialized (${donor('and a.id = $8::uuid')}),
    referred as materialized (${referred('select * from referral_id')}),
    of_year as (select top_amount, top_days, generous_amount from deeds.year where hijri_year = $1::smallint),
    own as materialized (${own}),
    ${figures},
    ${othersFigures(sources)} ${insertSnapshots}
`
