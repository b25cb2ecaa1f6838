import { animals } from '#modules/faith/qurbani/rules/animals.ts'
import type { DeedsSources } from './ports.ts'
import { weekOf, numberOf, converted } from './snapshot-relations.ts'

const months = Array.from({ length: 12 }, (_, index) => index + 1)
/** The aggregates of `own`, one row per donor. */
export const figures = `
  in_order as (select *, lag(given_on) over (partition by n order by given_on) as before from own),
  in_runs as (
    select
      *,
      max(given_on) filter (where before is null or given_on - before > 1) over (
        partition by n order by given_on rows unbounded preceding
      ) as run_start
    from in_order
  ),
  main as materialized (
    select
      n,
      count(*) as donations,
      sum(amount)::bigint as amount,
      sum(usd)::bigint as usd,
      count(*) filter (where is_anonymous) as anonymous,
      count(*) filter (where cause in (${numberOf('emergency')}, ${numberOf('refugees')})) as emergency,
      bool_or(is_approximate) as is_approximate,
      sum(
        case when programme in ('FridayGivers', 'DhulHijjah', 'Ramadan30Nights') then amount else zakat end
      )::bigint as sacred,
      sum(zakat)::bigint as zakat,
      coalesce(sum(amount) filter (where programme = 'FridayGivers'), 0)::bigint as friday_amount,
      coalesce(sum(amount) filter (where programme = 'Ramadan30Nights'), 0)::bigint as ramadan_amount,
      coalesce(sum(amount) filter (where programme = 'DhulHijjah'), 0)::bigint as dhul_hijjah_amount,
      array[${months.map((month) => `sum(amount) filter (where month = ${month})`).join(', ')}] as months,
      count(*) filter (where given_on is distinct from before) as giving_days,
      max(given_on - run_start) + 1 as streak,
      count(*) filter (where ${weekOf('given_on')} is distinct from ${weekOf('before')}) as weeks,
      count(distinct given_on) filter (where programme = 'DailyGivers') as daily_days
    from in_runs
    group by n
  ),
  months as (
    select n, num_nonnulls(variadic months) as months, array_position(months, most) as month, most::bigint as amount
    from main
    cross join lateral (select greatest(${months.map((month) => `months[${month}]`).join(', ')}) as most) g
  ),
  by_animal as (select n, animal, sum(shares) as shares from own where animal is not null group by n, animal),
  animals as (
    select
      n,
      jsonb_agg(
        jsonb_build_object('animal', animal, 'shares', shares)
        order by shares desc, array_position(array[${animals.map((animal) => `'${animal}'`).join(', ')}], animal)
      ) as animals
    from by_animal
    group by n
  ),
  by_campaign as (
    select n, campaign_id, sum(amount)::bigint as amount, count(*) as donations, bool_or(has_zakat) as has_zakat
    from own
    group by n, campaign_id
  ),
  campaigns as (
    select
      n,
      count(*) as fundraisers,
      count(*) filter (where has_zakat) as zakat_fundraisers,
      max(amount) as amount,
      -(max(array[amount, donations, -campaign_id]))[3] as campaign_id
    from by_campaign
    group by n
  ),
  by_cause as (select n, cause, sum(amount)::bigint as amount, count(*) as donations from own group by n, cause),
  causes as (
    select n, count(*) as causes, (array_agg(cause order by amount desc, donations desc, cause))[1:3] as top
    from by_cause
    group by n
  ),
  by_country as (
    select n, country, sum(amount)::bigint as amount, count(*) as donations
    from own
    where country is not null
    group by n, country
  ),
  countries as (
    select n, count(*) as countries, -(max(array[amount, donations, -country]))[3] as top from by_country group by n
  ),
  by_friday as (select distinct n, given_on from own where programme = 'FridayGivers'),
  fridays as (
    select n, sum(fridays) as fridays, max(fridays) as streak
    from (
      select n, count(*) as fridays
      from (select n, given_on - 7 * row_number() over (partition by n order by given_on)::int as run from by_friday) f
      group by n, run
    ) r
    group by n
  )
`

export const othersFigures = ({ planRuns }: DeedsSources): string => `
  plans as (
    select p.account_id, max(least(coalesce(p.ends_on, $3::date), $3::date) - greatest(p.starts_on, $2::date)) as days
    from (${planRuns}) p
    join donor a on a.account_id = p.account_id
    where p.starts_on < $3::date and coalesce(p.ends_on, $3::date) > $2::date
    group by p.account_id
  ),
  brought as (
    select
      g.account_id,
      count(distinct g.donor_key) as donors,
      sum(${converted('g.left_of', 'f', 't.')})::bigint as amount
    from referred g
    join donor a on a.account_id = g.account_id
    join day_rate f on f.currency = g.currency and f.day = g.day
    join day_rate t on t.currency = a.currency and t.day = g.day
    group by g.account_id
  )
`
