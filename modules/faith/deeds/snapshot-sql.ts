import { animals } from '#modules/faith/qurbani/rules/animals.ts'
import { claimedByAccounts, ownedByAccounts } from '#modules/money/giving/index.ts'
import type { Category } from '#modules/causes/campaigns/rules/category.ts'
import { causeNames } from './rules/cause-names.ts'
import { frequentDaysMin, rankedDonorsMin } from './rules/ranking.ts'
import type { DeedsSources } from './ports.ts'

/*
 * Snapshots are computed from relations that build on each other: `day_rate`, `gift` (donations not fully refunded),
 * `owned` (the same by account), `donor` (accounts with their currency), `own` (a donor's donations in their currency).
 * For a year they are temporary tables, so that each is computed once and planned with its real size; for one donor
 * they are parts of one statement. Parameters: $1 Hijri year, $2 its first day, $3 the day after it, $4 the first days
 * of its months, $5 currencies and $6 their numbers of minor units, $7 the time of computing, $8 the account (only in
 * the statement of one donor).
 */

const exponents = `exponent(currency, minor_units) as (select * from unnest($5::text[], $6::int[]))`
/** Returns SQL for the number of a day's week, Monday to Sunday. */
const weekOf = (day: string): string => `(${day} - date '0001-01-01') / 7`

/** Causes and countries as numbers in the order of their names, which group and sort faster than texts. */
const causes = [...new Set(Object.values(causeNames))].toSorted()
const numberOf = (category: Category): number => causes.indexOf(causeNames[category]) + 1
const causeOf = `case c.category ${Object.keys(causeNames)
  .map((category) => `when '${category}' then ${numberOf(category as Category)}`)
  .join(' ')} end`
const nameOfCause = (cause: string): string => `(array[${causes.map((name) => `'${name}'`).join(', ')}])[${cause}]`
const countryOf = `ascii(c.country) * 256 + ascii(substr(c.country, 2))`
const codeOfCountry = (country: string): string => `chr(${country} / 256) || chr(${country} % 256)`

/** SQL for the shares of an animal and the price of a number of shares of an item (qurbani-1, qurbani-2). */
const perAnimal = `case when i.animal in ('cow', 'camel') then 7 else 1 end`
const priceOf = (shares: string): string =>
  `(${shares} / p.per_animal * i.animal_price + ${shares} % p.per_animal * p.share_price)`
/** SQL for the unrefunded shares of a Qurbani order, as `remainingShares` of the rules defines them. */
const sharesLeft = `case when i.level_id is not null then (
      select coalesce(case when r.gift > 0 then (select min(n) from generate_series(1, p.shares - 1) n
        where ${priceOf('n')} * d.gift::numeric >= (d.gift - r.gift) * ${priceOf('p.shares')}::numeric) end, p.shares)
      from (select a.per_animal, d.quantity * case i.unit when 'animal' then a.per_animal else 1 end as shares,
        ceil(i.animal_price::numeric / (a.per_animal * e.minor_units)) * e.minor_units as share_price
        from (select ${perAnimal} as per_animal) a, exponent e where e.currency = c.currency) p) end`

/**
 * Donations that weren't fully refunded (deeds-2), of the year and a day before and after it. Joined with `day_rate`,
 * they are those of the year by the date on their receipt (deeds-1). Erased accounts own none.
 */
const counted = (condition: string): string => `
  select *, coalesce(occurrence_on, day) as given_on from (
  select d.id, a.id as account_id, d.campaign_id, d.donor_key, d.currency::text as currency, d.gift - coalesce(r.gift, 0) as left_of,
    case when d.is_zakat then greatest(d.zakat_eligible - coalesce(r.zakat_eligible, 0), 0) else 0 end as zakat_left,
    d.is_anonymous, d.programme, ${causeOf} as cause, ${countryOf} as country, (d.given_at at time zone o.time_zone)::date as day, d.occurrence_on,
    i.animal, ${sharesLeft} as shares
  from giving.donation d join campaigns.campaign c on c.id = d.campaign_id join organizations.organization o on o.id = c.organization_id
    left join giving.refunded_amount r on r.donation_id = d.id left join qurbani.item i on i.level_id = d.level_id
    left join identity.account a on a.id = d.account_id and a.erased_at is null
  where d.given_at >= ($2::date - 1)::timestamp at time zone 'UTC' and d.given_at < ($3::date + 1)::timestamp at time zone 'UTC'
    and d.gift > coalesce(r.gift, 0) ${condition}
  offset 0) d where day >= $2::date and day < $3::date`

/**
 * Converts in whole numbers, rounded half-up to the minor unit, as `convert` of currencies does. `from` is a row of
 * `day_rate`, `to` a prefix of its columns (`t.`, `f.usd_`). Uses bigint where no product can exceed 2^63, because it
 * is ten times as fast as numeric.
 */
const converted = (amount: string, from: string, to: string): string => `
    case when ${from}.currency = ${to}currency then ${amount}
    when ${amount} <= ${to}amount_max and ${from}.whole is not null then (2 * ${amount} * ${to}whole + ${from}.whole) / (2 * ${from}.whole)
    else coalesce(div(2 * ${amount} * ${to}unit + ${from}.unit, 2 * ${from}.unit), 0)::bigint end`

/**
 * Rates by currency and day: the newest on or before the day, otherwise the oldest (amounts-16). `unit` is rate × minor
 * units, `whole` the same as a whole number, `amount_max` the largest amount that bigint can convert; `usd_` for dollars.
 */
const rates = (days: string, wanted: string): string => `
  select *, 'USD' as usd_currency, ${['unit', 'whole', 'amount_max'].map((column) => `max(${column}) filter (where currency = 'USD') over (partition by day) as usd_${column}`).join(', ')} from (
    select currency, day, unit, is_exact, whole, trunc(2.5e18::numeric / whole)::bigint as amount_max from (
      select *, case when unit * factor < 2e18::numeric then (unit * factor)::bigint end as whole from (
        select *, 10::numeric ^ max(scale(trim_scale(unit))) over () as factor from (
        select w.currency, w.day, w.minor_units * case when w.currency = 'EUR' then 1 else rate.per_euro end as unit, w.currency = 'EUR' or rate.day is not distinct from w.day as is_exact
        from (select e.currency, e.minor_units, y.day from (${days}) y cross join (select * from exponent ${wanted}) e) w
          left join lateral (select coalesce(
            (select max(b.day) from currencies.rate b where b.currency = w.currency::char(3) and b.day <= w.day),
            (select min(b.day) from currencies.rate b where b.currency = w.currency::char(3))) as day) known on true
          left join lateral (select b.per_euro, b.day from currencies.rate b where b.currency = w.currency::char(3) and b.day = known.day
            order by b.source = 'ecb' desc limit 1) rate on true) r) r) r) r`

/** Donations of the year with their amounts in US cents. */
const priced = (donations: string): string => `
  select g.*, ${converted('g.left_of', 'f', 'f.usd_')} as usd
  from (${donations}) g join day_rate f on f.currency = g.currency and f.day = g.day`

/** Each donor's donations in their currency. */
const own = `
  select a.n, g.campaign_id, g.is_anonymous, g.programme, g.cause, g.country, g.given_on, width_bucket(g.day, $4::date[]) as month,
    ${converted('g.left_of', 'f', 't.')} as amount, ${converted('g.zakat_left', 'f', 't.')} as zakat, g.zakat_left > 0 as has_zakat,
    g.animal, g.shares, g.usd, f.currency <> t.currency and not (f.is_exact and t.is_exact) as is_approximate
  from owned g join donor a on a.account_id = g.account_id join day_rate f on f.currency = g.currency and f.day = g.day
    join day_rate t on t.currency = a.currency and t.day = g.day`

/** The account's currency, otherwise the one with most of its donations of the year; \`n\` groups faster than an id. */
const donor = (wanted: string): string => `
  select row_number() over ()::int as n, a.id as account_id, coalesce(p.currency, m.currency) as currency
  from identity.account a cross join lateral (select case when a.preferences->>'preferredCurrency' = any($5::text[]) then a.preferences->>'preferredCurrency' end as currency) p
    left join (select g.account_id, mode() within group (order by g.currency) as currency from owned g join identity.account b on b.id = g.account_id
      where (b.preferences->>'preferredCurrency' = any($5::text[])) is not true group by g.account_id) m on m.account_id = a.id and p.currency is null
  where a.id in (select account_id from owned) ${wanted}`

/** Donations that came through a donor's links. */
const referred = (donations: string): string => `
  select s.account_id, g.donor_key, g.currency, g.day, g.left_of from (${donations}) s join donor using (account_id) join gift g on g.id = s.donation_id`

const months = Array.from({ length: 12 }, (_, index) => index + 1)
/** The aggregates of `own`, one row per donor. */
const figures = `
  in_order as (
    select *, lag(given_on) over (partition by n order by given_on) as before from own
  ), in_runs as (
    select *, max(given_on) filter (where before is null or given_on - before > 1)
      over (partition by n order by given_on rows unbounded preceding) as run_start from in_order
  ), main as materialized (
    select n, count(*) as donations, sum(amount)::bigint as amount, sum(usd)::bigint as usd, count(*) filter (where is_anonymous) as anonymous,
      count(*) filter (where cause in (${numberOf('emergency')}, ${numberOf('refugees')})) as emergency, bool_or(is_approximate) as is_approximate,
      sum(case when programme in ('FridayGivers', 'DhulHijjah', 'Ramadan30Nights') then amount else zakat end)::bigint as sacred,
      sum(zakat)::bigint as zakat, coalesce(sum(amount) filter (where programme = 'FridayGivers'), 0)::bigint as friday_amount,
      coalesce(sum(amount) filter (where programme = 'Ramadan30Nights'), 0)::bigint as ramadan_amount,
      coalesce(sum(amount) filter (where programme = 'DhulHijjah'), 0)::bigint as dhul_hijjah_amount,
      array[${months.map((month) => `sum(amount) filter (where month = ${month})`).join(', ')}] as months,
      count(*) filter (where given_on is distinct from before) as giving_days, max(given_on - run_start) + 1 as streak,
      count(*) filter (where ${weekOf('given_on')} is distinct from ${weekOf('before')}) as weeks,
      count(distinct given_on) filter (where programme = 'DailyGivers') as daily_days
    from in_runs group by n
  ), months as (
    select n, num_nonnulls(variadic months) as months, array_position(months, most) as month, most::bigint as amount
    from main cross join lateral (select greatest(${months.map((month) => `months[${month}]`).join(', ')}) as most) g
  ), by_animal as (
    select n, animal, sum(shares) as shares from own where animal is not null group by n, animal
  ), animals as (
    select n, jsonb_agg(jsonb_build_object('animal', animal, 'shares', shares)
      order by shares desc, array_position(array[${animals.map((animal) => `'${animal}'`).join(', ')}], animal)) as animals
    from by_animal group by n
  ), by_campaign as (
    select n, campaign_id, sum(amount)::bigint as amount, count(*) as donations, bool_or(has_zakat) as has_zakat from own group by n, campaign_id
  ), campaigns as (
    select n, count(*) as fundraisers, count(*) filter (where has_zakat) as zakat_fundraisers, max(amount) as amount,
      -(max(array[amount, donations, -campaign_id]))[3] as campaign_id
    from by_campaign group by n
  ), by_cause as (
    select n, cause, sum(amount)::bigint as amount, count(*) as donations from own group by n, cause
  ), causes as (
    select n, count(*) as causes, (array_agg(cause order by amount desc, donations desc, cause))[1:3] as top from by_cause group by n
  ), by_country as (
    select n, country, sum(amount)::bigint as amount, count(*) as donations from own where country is not null group by n, country
  ), countries as (
    select n, count(*) as countries, -(max(array[amount, donations, -country]))[3] as top from by_country group by n
  ), by_friday as (
    select distinct n, given_on from own where programme = 'FridayGivers'
  ), fridays as (
    select n, sum(fridays) as fridays, max(fridays) as streak from (
      select n, count(*) as fridays from (
        select n, given_on - 7 * row_number() over (partition by n order by given_on)::int as run from by_friday) f
      group by n, run) r group by n
  )`

const othersFigures = ({ planRuns }: DeedsSources): string => `
  plans as (
    select p.account_id, max(least(coalesce(p.ends_on, $3::date), $3::date) - greatest(p.starts_on, $2::date)) as days
    from (${planRuns}) p join donor a on a.account_id = p.account_id where p.starts_on < $3::date and coalesce(p.ends_on, $3::date) > $2::date group by p.account_id
  ), brought as (
    select g.account_id, count(distinct g.donor_key) as donors, sum(${converted('g.left_of', 'f', 't.')})::bigint as amount
    from referred g join donor a on a.account_id = g.account_id join day_rate f on f.currency = g.currency and f.day = g.day
      join day_rate t on t.currency = a.currency and t.day = g.day group by g.account_id
  )`

/** The stored figures (`DeedsFigures` of `snapshot.ts`) as one row, which is faster than naming their fields. */
const insertSnapshots = `
  insert into deeds.snapshot (account_id, hijri_year, currency, computed_at, figures)
  select a.account_id, $1::smallint, a.currency, $7, to_jsonb(figures)
  from donor a cross join of_year y join main m using (n) join months o using (n) join campaigns c using (n) join campaigns.campaign t on t.id = c.campaign_id
    join causes k using (n) left join countries l using (n) left join fridays f using (n) left join animals q using (n)
    left join plans p using (account_id) left join brought b using (account_id)
    cross join lateral (select o.month, o.amount) active_month cross join lateral (select c.campaign_id::text as id, t.name, c.amount) top_campaign
    cross join lateral (select m.zakat as amount, c.zakat_fundraisers as fundraisers) zakat_given
    cross join lateral (select coalesce(b.donors, 0) as count, coalesce(b.amount, 0) as amount) brought_in
    cross join lateral (select m.donations, c.fundraisers, m.amount, m.anonymous as "anonymousDonations", m.emergency as "emergencyDonations", m.sacred as "sacredAmount",
      o.months, m.weeks, coalesce(p.days, 0) as "planDays", m.streak, coalesce(f.streak, 0) as "fridayStreak", active_month as "mostActiveMonth",
      top_campaign as "topCampaign", array_remove(array[${[1, 2, 3].map((place) => nameOfCause(`k.top[${place}]`)).join(', ')}], null) as "topCategories", k.causes as "totalCategories", ${codeOfCountry('l.top::int')} as "topCountry", coalesce(l.countries, 0) as "totalCountries",
      zakat_given as zakat, m.daily_days as "dailyDays", coalesce(f.fridays, 0) as fridays, m.friday_amount as "fridayAmount", m.ramadan_amount as "ramadanAmount",
      m.dhul_hijjah_amount as "dhulHijjahAmount", coalesce(q.animals, '[]') as animals, brought_in as referrals,
      coalesce(m.usd >= y.top_amount, false) as "isTop10Donor",
      coalesce(m.giving_days >= y.top_days and m.giving_days >= ${frequentDaysMin}, false) as "isTop10FrequentDonor",
      coalesce(m.usd >= y.generous_amount, false) as "isGenerous", m.is_approximate as "isApproximate") figures
  on conflict (account_id, hijri_year) do update set currency = excluded.currency, figures = excluded.figures, computed_at = excluded.computed_at
  returning account_id`

/** The sums and giving days of accounts. */
const ofAccounts = (which: string): string =>
  `select sum(usd)::bigint as usd, count(distinct given_on) as days from owned o ${which} group by account_id`

/** Computes the year's thresholds and sums over all accounts. They contain no personal data (deeds-4). */
const ofYear = (accounts: string): string => `
  of_account as materialized (${accounts}), place as (
    select count(*)::int as donors, nullif(ceil(count(*) / 10.0)::int, 0) as top from of_account having count(*) >= ${rankedDonorsMin}
  ), of_year as materialized (
    insert into deeds.year (hijri_year, donors, unique_donors, amount, top_amount, top_days, generous_amount, computed_at)
    select $1::smallint, (select count(*) from of_account), (select count(*) from (select distinct donor_key from gift) k), coalesce((select sum(usd) from gift), 0),
      (select usd from of_account order by usd desc offset (select top - 1 from place) limit (select count(*) from place)),
      (select days from of_account order by days desc offset (select top - 1 from place) limit (select count(*) from place)),
      (select percentile_disc(0.9) within group (order by usd) from of_account where exists (select from place)), $7
    on conflict (hijri_year) do update set donors = excluded.donors, unique_donors = excluded.unique_donors, amount = excluded.amount,
      top_amount = excluded.top_amount, top_days = excluded.top_days, generous_amount = excluded.generous_amount, computed_at = excluded.computed_at
    returning top_amount, top_days, generous_amount
  )`

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
const ownedByAll = `owned as not materialized (
    select g.account_id, ${ownedColumns} from gift g where g.account_id is not null
    union all select w.account_id, ${ownedColumns} from claimed w join gift g on g.id = w.donation_id and g.account_id is distinct from w.account_id)`

type Table = readonly [name: string, query: string]

/** The relations for all accounts, each derived from earlier ones. */
const yearTables: readonly Table[] = [
  [
    'day_rate',
    `with ${exponents} ${rates(`select generate_series($2::date, $3::date - 1, interval '1 day')::date as day`, '')}`,
  ],
  ['gift', `with ${exponents} ${priced(counted(''))}`],
  [
    'claimed',
    `select distinct c.account_id, c.donation_id from (${claimedByAccounts}) c join identity.account a on a.id = c.account_id and a.erased_at is null`,
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
  `with ${ownedByAll}, ${figures},
    ${ofYear(`select usd, giving_days as days from main union all ${ofAccounts('where not exists (select from donor a where a.account_id = o.account_id)')}`)},
    ${othersFigures(sources)} ${insertSnapshots}`,
]

/** Returns the statements, in order, that compute only the year's thresholds and sums. */
export const thresholdsOfYear: readonly string[] = [
  ...createTables(yearTables),
  `with ${ownedByAll}, ${ofYear(ofAccounts(''))} select 1 from of_year`,
  'drop table day_rate, gift, claimed',
]

/** Returns the statement that computes one donor's snapshot with the year's stored thresholds. */
export const snapshotOfDonor = (sources: DeedsSources): string => `
  with ${exponents},
  own_id as materialized (select distinct w.account_id, w.donation_id from (${ownedByAccounts}) w where w.account_id = $8::uuid),
  referral_id as materialized (select s.account_id, s.donation_id from (${sources.referrals}) s where s.account_id = $8::uuid),
  given as materialized (${counted('and d.id in (select donation_id from own_id union all select donation_id from referral_id)')}),
  day_rate as materialized (${rates(
    'select distinct day from given',
    `where currency in (select currency from given union all select preferences->>'preferredCurrency' from identity.account where id = $8::uuid union all select 'USD')`,
  )}),
  gift as materialized (${priced('select * from given')}),
  owned as materialized (select w.account_id, ${ownedColumns} from own_id w join gift g on g.id = w.donation_id),
  donor as materialized (${donor('and a.id = $8::uuid')}),
  referred as materialized (${referred('select * from referral_id')}),
  of_year as (select top_amount, top_days, generous_amount from deeds.year where hijri_year = $1::smallint),
  own as materialized (${own}), ${figures}, ${othersFigures(sources)}
  ${insertSnapshots}`
