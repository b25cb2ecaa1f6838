import { animals } from '#modules/faith/qurbani/rules/animals.ts'
import { ownedByAccounts } from '#modules/money/giving/index.ts'
import { causeNames } from './rules/cause-names.ts'
import { frequentDaysMin, rankedDonorsMin } from './rules/ranking.ts'
import type { DeedsSources } from './ports.ts'

/*
 * One statement computes snapshots. Its parameters:
 * $1 Hijri year, $2 its first day, $3 the day after it, $4 the first days of its months, $5 currencies and $6 how many
 * minor units each has, $7 the time of computing, $8 the account (only in the statement of one donor).
 */

/** The shares of an animal, and the price of so many shares of an item (qurbani-1, qurbani-2). */
const perAnimal = `case when i.animal in ('cow', 'camel') then 7 else 1 end`
const priceOf = (shares: string): string =>
  `(${shares} / p.per_animal * i.animal_price + ${shares} % p.per_animal * p.share_price)`
/** The shares of a qurbani order that were not refunded, as `remainingShares` of the rules defines them. */
const sharesLeft = `case when i.level_id is not null then (
      select coalesce(case when r.gift > 0 then (select min(n) from generate_series(1, p.shares - 1) n
        where ${priceOf('n')} * d.gift::numeric >= (d.gift - r.gift) * ${priceOf('p.shares')}::numeric) end, p.shares)
      from (select a.per_animal, d.quantity * case i.unit when 'animal' then a.per_animal else 1 end as shares,
        ceil(i.animal_price::numeric / (a.per_animal * e.minor_units)) * e.minor_units as share_price
        from (select ${perAnimal} as per_animal) a, exponent e where e.currency = c.currency) p) end`

/** Donations with something left, of the year by the day on their receipt (deeds-1, deeds-2). */
const counted = (condition: string): string => `
  select d.id, d.campaign_id, d.donor_key, d.currency::text as currency, d.gift - coalesce(r.gift, 0) as left_of,
    case when d.is_zakat then greatest(d.zakat_eligible - coalesce(r.zakat_eligible, 0), 0) else 0 end as zakat_left,
    d.is_anonymous, d.programme, c.category, c.country::text as country, x.day, coalesce(d.occurrence_on, x.day) as given_on,
    i.animal, ${sharesLeft} as shares
  from giving.donation d join campaigns.campaign c on c.id = d.campaign_id join organizations.organization o on o.id = c.organization_id
    cross join lateral (select (d.given_at at time zone o.time_zone)::date as day) x
    left join giving.returned r on r.donation_id = d.id left join qurbani.item i on i.level_id = d.level_id
  where d.given_at >= ($2::date - 1)::timestamp at time zone 'UTC' and d.given_at < ($3::date + 1)::timestamp at time zone 'UTC'
    and x.day >= $2::date and x.day < $3::date and d.gift > coalesce(r.gift, 0) ${condition}`

/** Half-up to the minor unit, in whole numbers, as `convert` of currencies does; `unit`: rate × minor units. */
const converted = (amount: string, from: string, to: string): string =>
  `case when ${from}.currency = ${to}.currency then ${amount} else coalesce(div(2 * ${amount} * ${to}.unit + ${from}.unit, 2 * ${from}.unit), 0)::bigint end`

const causes = Object.entries(causeNames)
const causeOf = `case c.category ${causes.map(([category, name]) => `when '${category}' then '${name}'`).join(' ')} else initcap(c.category) end`

/** Rates of every currency and day that is needed: the newest on or before the day, else the oldest (amounts-16). */
const rates = `
  day_rate as materialized (
    select w.currency, w.day, w.minor_units * case when w.currency = 'EUR' then 1 else rate.per_euro end as unit, w.currency = 'EUR' or rate.day is not distinct from w.day as is_exact
    from (select e.currency, e.minor_units, y.day from (select distinct day from gift union select distinct day from referred) y,
        (select * from exponent where currency in (select currency from gift union select currency from referred union select currency from donor union select 'USD')) e) w
    left join lateral (select coalesce(
      (select max(b.day) from currencies.rate b where b.currency = w.currency::char(3) and b.day <= w.day),
      (select min(b.day) from currencies.rate b where b.currency = w.currency::char(3))) as day) known on true
    left join lateral (select b.per_euro, b.day from currencies.rate b where b.currency = w.currency::char(3) and b.day = known.day
      order by b.source = 'ecb' desc limit 1) rate on true
  )`

/** Each donor's donations in their currency; joined first, because every donor has a rate of every day. */
const own = `
  given as materialized (
    select w.account_id, a.currency as target, g.* from owned w join donor a on a.account_id = w.account_id join priced g on g.id = w.donation_id
  ), own as materialized (
    select g.account_id, g.campaign_id, g.is_anonymous, g.programme, g.category, g.country, g.given_on, width_bucket(g.day, $4::date[]) as month,
      ${converted('g.left_of', 'f', 't')} as amount, ${converted('g.zakat_left', 'f', 't')} as zakat, g.zakat_left > 0 as has_zakat,
      g.animal, g.shares, g.usd, f.currency <> t.currency and not (f.is_exact and t.is_exact) as is_approximate
    from given g join day_rate f on f.currency = g.currency and f.day = g.day join day_rate t on t.currency = g.target and t.day = g.day
  )`

/** The aggregates of `own`, one row for each account. */
const figures = `
  main as (
    select account_id, count(*) as gifts, sum(amount)::bigint as amount, sum(usd)::bigint as usd, count(*) filter (where is_anonymous) as anonymous,
      count(*) filter (where category in ('emergency', 'refugees')) as emergency, bool_or(is_approximate) as is_approximate,
      sum(case when programme in ('FridayGivers', 'DhulHijjah', 'Ramadan30Nights') then amount else zakat end)::bigint as sacred,
      sum(zakat)::bigint as zakat, coalesce(sum(amount) filter (where programme = 'FridayGivers'), 0)::bigint as friday_amount,
      coalesce(sum(amount) filter (where programme = 'Ramadan30Nights'), 0)::bigint as ramadan_amount,
      coalesce(sum(amount) filter (where programme = 'DhulHijjah'), 0)::bigint as dhul_hijjah_amount
    from own group by account_id
  ), by_animal as (
    select account_id, animal, sum(shares) as shares from own where animal is not null group by account_id, animal
  ), animals as (
    select account_id, jsonb_agg(jsonb_build_object('animal', animal, 'shares', shares)
      order by shares desc, array_position(array[${animals.map((animal) => `'${animal}'`).join(', ')}], animal)) as animals
    from by_animal group by account_id
  ), by_month as (
    select account_id, month, sum(amount)::bigint as amount from own group by account_id, month
  ), months as (
    select account_id, count(*) as months, (array_agg(month order by amount desc, month))[1] as month, max(amount) as amount from by_month group by account_id
  ), by_campaign as materialized (
    select account_id, campaign_id, sum(amount)::bigint as amount, count(*) as gifts, bool_or(has_zakat) as has_zakat from own group by account_id, campaign_id
  ), campaigns as (
    select account_id, count(*) as fundraisers, count(*) filter (where has_zakat) as zakat_fundraisers, max(amount) as amount,
      (array_agg(campaign_id order by amount desc, gifts desc, campaign_id))[1] as campaign_id
    from by_campaign group by account_id
  ), by_cause as (
    select account_id, ${causeOf} as cause, sum(amount) as amount, sum(gifts) as gifts
    from by_campaign b join campaigns.campaign c on c.id = b.campaign_id group by account_id, 2
  ), causes as (
    select account_id, count(*) as causes, (array_agg(cause order by amount desc, gifts desc, cause collate "C"))[1:3] as top from by_cause group by account_id
  ), by_country as (
    select account_id, c.country::text as country, sum(amount) as amount, sum(gifts) as gifts
    from by_campaign b join campaigns.campaign c on c.id = b.campaign_id where c.country is not null group by account_id, c.country
  ), countries as (
    select account_id, count(*) as countries, (array_agg(country order by amount desc, gifts desc, country collate "C"))[1] as top from by_country group by account_id
  ), by_day as materialized (
    select account_id, given_on, bool_or(programme = 'DailyGivers') as is_daily, bool_or(programme = 'FridayGivers') as is_friday from own group by account_id, given_on
  ), runs as (
    select account_id, count(*) as days, min(is_daily) as is_daily from (
      select account_id, given_on - row_number() over (partition by account_id order by given_on)::int as run, is_daily::int as is_daily from by_day) d
    group by account_id, run
  ), streaks as (
    select account_id, max(days) as streak from runs group by account_id
  ), friday_streaks as (
    select account_id, max(fridays) as streak from (
      select account_id, count(*) as fridays from (
        select account_id, given_on - 7 * row_number() over (partition by account_id order by given_on)::int as run from by_day where is_friday) f
      group by account_id, run) r group by account_id
  ), days as (
    select account_id, count(*) as giving_days, count(*) filter (where is_daily) as daily_days, count(*) filter (where is_friday) as fridays,
      count(distinct date_trunc('week', given_on::timestamp)) as weeks
    from by_day group by account_id
  )`

const othersFigures = ({ planRuns }: DeedsSources): string => `
  plans as (
    select p.account_id, max(least(coalesce(p.ends_on, $3::date), $3::date) - greatest(p.starts_on, $2::date)) as days
    from (${planRuns}) p join donor a on a.account_id = p.account_id where p.starts_on < $3::date and coalesce(p.ends_on, $3::date) > $2::date group by p.account_id
  ), brought as (
    select g.account_id, count(distinct g.donor_key) as donors, sum(${converted('g.left_of', 'f', 't')})::bigint as amount
    from referred g join donor a on a.account_id = g.account_id join day_rate f on f.currency = g.currency and f.day = g.day
      join day_rate t on t.currency = a.currency and t.day = g.day group by g.account_id
  )`

/** The stored figures; `DeedsFigures` of `snapshot.ts` is their type. */
const insertSnapshots = `
  insert into deeds.snapshot (account_id, hijri_year, currency, computed_at, figures)
  select a.account_id, $1::smallint, a.currency, $7, jsonb_build_object(
    'gifts', m.gifts, 'fundraisers', c.fundraisers, 'amount', m.amount, 'anonymousGifts', m.anonymous, 'emergencyGifts', m.emergency, 'sacredAmount', m.sacred,
    'months', n.months, 'weeks', d.weeks, 'planDays', coalesce(p.days, 0), 'streak', s.streak, 'fridayStreak', coalesce(f.streak, 0),
    'mostActiveMonth', jsonb_build_object('month', n.month, 'amount', n.amount),
    'topCampaign', jsonb_build_object('id', c.campaign_id::text, 'name', t.name, 'amount', c.amount),
    'topCategories', to_jsonb(k.top), 'totalCategories', k.causes, 'topCountry', l.top, 'totalCountries', coalesce(l.countries, 0),
    'zakat', jsonb_build_object('amount', m.zakat, 'fundraisers', c.zakat_fundraisers),
    'dailyDays', d.daily_days, 'fridays', d.fridays, 'fridayAmount', m.friday_amount, 'ramadanAmount', m.ramadan_amount, 'dhulHijjahAmount', m.dhul_hijjah_amount,
    'animals', coalesce(q.animals, '[]'),
    'referrals', jsonb_build_object('count', coalesce(b.donors, 0), 'amount', coalesce(b.amount, 0)),
    'isTop10Donor', coalesce(m.usd >= y.top_amount, false),
    'isTop10FrequentDonor', coalesce(d.giving_days >= y.top_days and d.giving_days >= ${frequentDaysMin}, false),
    'isGenerous', coalesce(m.usd >= y.generous_amount, false), 'isApproximate', m.is_approximate)
  from donor a cross join of_year y join main m using (account_id) join months n using (account_id) join campaigns c using (account_id)
    join campaigns.campaign t on t.id = c.campaign_id join causes k using (account_id) left join countries l using (account_id) join days d using (account_id)
    join streaks s using (account_id) left join friday_streaks f using (account_id) left join animals q using (account_id) left join plans p using (account_id) left join brought b using (account_id)
  on conflict (account_id, hijri_year) do update set currency = excluded.currency, figures = excluded.figures, computed_at = excluded.computed_at
  returning account_id`

const exponents = `exponent(currency, minor_units) as (select * from unnest($5::text[], $6::int[]))`

/** The account's currency, else the one that most of its donations of the year are in. */
const donor = (wanted: string): string => `
  donor as materialized (
    select w.account_id, case when max(a.preferences->>'preferredCurrency') = any($5::text[]) then max(a.preferences->>'preferredCurrency')
      else mode() within group (order by g.currency) end as currency
    from owned w join gift g on g.id = w.donation_id join identity.account a on a.id = w.account_id ${wanted}
    group by w.account_id
  )`

const priced = `
  priced as materialized (
    select g.*, ${converted('g.left_of', 'f', 'u')} as usd
    from gift g join day_rate f on f.currency = g.currency and f.day = g.day join day_rate u on u.currency = 'USD' and u.day = g.day
  )`

/** Computes the year's thresholds and sums of all accounts; they hold no personal data (deeds-4). */
const ofYear = `
  of_account as materialized (
    select account_id, sum(usd)::bigint as usd, count(*) as days from (
      select w.account_id, g.given_on, sum(g.usd) as usd from owned w join priced g on g.id = w.donation_id group by w.account_id, g.given_on) d
    group by account_id
  ), place as (
    select count(*)::int as donors, nullif(ceil(count(*) / 10.0)::int, 0) as top from of_account having count(*) >= ${rankedDonorsMin}
  ), of_year as materialized (
    insert into deeds.year (hijri_year, donors, unique_donors, amount, top_amount, top_days, generous_amount, computed_at)
    select $1::smallint, (select count(*) from of_account), (select count(*) from (select distinct donor_key from gift) k), coalesce((select sum(usd) from priced), 0),
      (select usd from of_account order by usd desc offset (select top - 1 from place) limit (select count(*) from place)),
      (select days from of_account order by days desc offset (select top - 1 from place) limit (select count(*) from place)),
      (select percentile_disc(0.9) within group (order by usd) from of_account where exists (select from place)), $7
    on conflict (hijri_year) do update set donors = excluded.donors, unique_donors = excluded.unique_donors, amount = excluded.amount,
      top_amount = excluded.top_amount, top_days = excluded.top_days, generous_amount = excluded.generous_amount, computed_at = excluded.computed_at
    returning top_amount, top_days, generous_amount
  )`

/** Computes a year for everybody who agreed: its thresholds, and the snapshots that are not there yet. */
export const snapshotsOfYear = (sources: DeedsSources): string => `
  with ${exponents}, gift as materialized (${counted('')}),
  owned as materialized (select distinct w.account_id, w.donation_id from (${ownedByAccounts}) w join gift g on g.id = w.donation_id
    join identity.account a on a.id = w.account_id and a.erased_at is null),
  ${donor(`join (${sources.consents}) agreed on agreed.account_id = w.account_id
      where not exists (select from deeds.snapshot s where s.account_id = w.account_id and s.hijri_year = $1::smallint)`)},
  referred as materialized (select s.account_id, g.* from (${sources.referrals}) s join donor using (account_id) join gift g on g.id = s.donation_id),
  ${rates}, ${priced}, ${ofYear}, ${own}, ${figures}, ${othersFigures(sources)}
  ${insertSnapshots}`

/** Computes the year's thresholds and sums alone. */
export const thresholdsOfYear = `
  with ${exponents}, gift as materialized (${counted('')}),
  owned as materialized (select distinct w.account_id, w.donation_id from (${ownedByAccounts}) w join gift g on g.id = w.donation_id
    join identity.account a on a.id = w.account_id and a.erased_at is null),
  donor as (select null::uuid as account_id, 'USD' as currency where false), referred as (select * from gift where false),
  ${rates}, ${priced}, ${ofYear}
  select 1 from of_year`

/** Computes one donor's snapshot by the year's stored thresholds. */
export const snapshotOfDonor = (sources: DeedsSources): string => `
  with ${exponents}, owned as materialized (select distinct w.account_id, w.donation_id from (${ownedByAccounts}) w where w.account_id = $8::uuid),
  gift as materialized (${counted('and d.id in (select donation_id from owned)')}),
  ${donor('')},
  referred as materialized (select $8::uuid as account_id, g.* from (${counted(`and d.id in (select s.donation_id from (${sources.referrals}) s where s.account_id = $8::uuid)`)}) g),
  ${rates}, ${priced}, of_year as (select top_amount, top_days, generous_amount from deeds.year where hijri_year = $1::smallint),
  ${own}, ${figures}, ${othersFigures(sources)}
  ${insertSnapshots}`
