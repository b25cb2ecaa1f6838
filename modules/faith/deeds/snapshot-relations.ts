import type { Category } from '#modules/causes/campaigns/rules/category.ts'
import { causeNames } from './rules/cause-names.ts'

export const exponents = `exponent(currency, minor_units) as (select * from unnest($5::text[], $6::int[]))`
/** Returns SQL for the number of a day's week, Monday to Sunday. */
export const weekOf = (day: string): string => `(${day} - date '0001-01-01') / 7`

/** Causes and countries as numbers in the order of their names, which group and sort faster than texts. */
const causes = [...new Set(Object.values(causeNames))].toSorted()
export const numberOf = (category: Category): number => causes.indexOf(causeNames[category]) + 1
const causeOf = `case c.category ${Object.keys(causeNames)
  .map((category) => `when '${category}' then ${numberOf(category as Category)}`)
  .join(' ')} end`
export const nameOfCause = (cause: string): string =>
  `(array[${causes.map((name) => `'${name}'`).join(', ')}])[${cause}]`
const countryOf = `ascii(c.country) * 256 + ascii(substr(c.country, 2))`
export const codeOfCountry = (country: string): string => `chr(${country} / 256) || chr(${country} % 256)`

/** SQL for the shares of an animal and the price of a number of shares of an item (qurbani-1, qurbani-2). */
const perAnimal = `case when i.animal in ('cow', 'camel') then 7 else 1 end`
const priceOf = (shares: string): string =>
  `(${shares} / p.per_animal * i.animal_price + ${shares} % p.per_animal * p.share_price)`
/** SQL for the unrefunded shares of a Qurbani order, as `remainingShares` of the rules defines them. */
const sharesLeft = `
  case
    when i.level_id is not null then (
      select coalesce(
        case
          when r.gift > 0 then (
            select min(n)
            from generate_series(1, p.shares - 1) n
            where ${priceOf('n')} * d.gift::numeric >= (d.gift - r.gift) * ${priceOf('p.shares')}::numeric
          )
          end,
        p.shares
      )
      from (
        select
          a.per_animal,
          d.quantity * case i.unit when 'animal' then a.per_animal else 1 end as shares,
          ceil(i.animal_price::numeric / (a.per_animal * e.minor_units)) * e.minor_units as share_price
        from (select ${perAnimal} as per_animal) a, exponent e
        where e.currency = c.currency
      ) p
    )
    end
`

/**
 * Donations that weren't fully refunded (deeds-2), of the year and a day before and after it. Joined with `day_rate`,
 * they are those of the year by the date on their receipt (deeds-1). Erased accounts own none.
 */
export const counted = (condition: string): string => `
  select *, coalesce(occurrence_on, day) as given_on
  from (
    select
      d.id,
      a.id as account_id,
      d.campaign_id,
      d.donor_key,
      d.currency::text as currency,
      d.gift - coalesce(r.gift, 0) as left_of,
      case when d.is_zakat then greatest(d.zakat_eligible - coalesce(r.zakat_eligible, 0), 0) else 0 end as zakat_left,
      d.is_anonymous,
      d.programme,
      ${causeOf} as cause,
      ${countryOf} as country,
      (d.given_at at time zone o.time_zone)::date as day,
      d.occurrence_on,
      i.animal,
      ${sharesLeft} as shares
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    left join giving.refunded_amount r on r.donation_id = d.id
    left join qurbani.item i on i.level_id = d.level_id
    left join identity.account a on a.id = d.account_id and a.erased_at is null
    where d.given_at >= ($2::date - 1)::timestamp at time zone 'UTC'
      and d.given_at < ($3::date + 1)::timestamp at time zone 'UTC'
      and d.gift > coalesce(r.gift, 0) ${condition}
    offset 0
  ) d
  where day >= $2::date and day < $3::date
`

/**
 * Converts in whole numbers, rounded half-up to the minor unit, as `convert` of currencies does. `from` is a row of
 * `day_rate`, `to` a prefix of its columns (`t.`, `f.usd_`). Uses bigint where no product can exceed 2^63, because it
 * is ten times as fast as numeric.
 */
export const converted = (amount: string, from: string, to: string): string => `
    case when ${from}.currency = ${to}currency then ${amount}
    when ${amount} <= ${to}amount_max and ${from}.whole is not null then (2 * ${amount} * ${to}whole + ${from}.whole) / (2 * ${from}.whole)
    else coalesce(div(2 * ${amount} * ${to}unit + ${from}.unit, 2 * ${from}.unit), 0)::bigint end`

/**
 * Rates by currency and day: the newest on or before the day, otherwise the oldest (amounts-16). `unit` is rate × minor
 * units, `whole` the same as a whole number, `amount_max` the largest amount that bigint can convert; `usd_` for dollars.
 */
export const rates = (days: string, wanted: string): string => `
  select
    *,
    'USD' as usd_currency,
    ${['unit', 'whole', 'amount_max'].map((column) => `max(${column}) filter (where currency = 'USD') over (partition by day) as usd_${column}`).join(', ')}
  from (
    select currency, day, unit, is_exact, whole, trunc(2.5e18::numeric / whole)::bigint as amount_max
    from (
      select *, case when unit * factor < 2e18::numeric then (unit * factor)::bigint end as whole
      from (
        select *, 10::numeric ^ max(scale(trim_scale(unit))) over () as factor
        from (
          select
            w.currency,
            w.day,
            w.minor_units * case when w.currency = 'EUR' then 1 else rate.per_euro end as unit,
            w.currency = 'EUR' or rate.day is not distinct from w.day as is_exact
          from (
            select e.currency, e.minor_units, y.day from (${days}) y cross join (select * from exponent ${wanted}) e
          ) w
          left join lateral (
            select coalesce(
              (select max(b.day) from currencies.rate b where b.currency = w.currency::char(3) and b.day <= w.day),
              (select min(b.day) from currencies.rate b where b.currency = w.currency::char(3))
            ) as day
          ) known
            on true
          left join lateral (
            select b.per_euro, b.day
            from currencies.rate b
            where b.currency = w.currency::char(3) and b.day = known.day
            order by b.source = 'ecb' desc
            limit 1
          ) rate
            on true
        ) r
      ) r
    ) r
  ) r
`

/** Donations of the year with their amounts in US cents. */
export const withUsdAmounts = (donations: string): string => `
  select g.*, ${converted('g.left_of', 'f', 'f.usd_')} as usd
  from (${donations}) g join day_rate f on f.currency = g.currency and f.day = g.day`

/** Each donor's donations in their currency. */
export const own = `
  select
    a.n,
    g.campaign_id,
    g.is_anonymous,
    g.programme,
    g.cause,
    g.country,
    g.given_on,
    width_bucket(g.day, $4::date[]) as month,
    ${converted('g.left_of', 'f', 't.')} as amount,
    ${converted('g.zakat_left', 'f', 't.')} as zakat,
    g.zakat_left > 0 as has_zakat,
    g.animal,
    g.shares,
    g.usd,
    f.currency <> t.currency and not (f.is_exact and t.is_exact) as is_approximate
  from owned g
  join donor a on a.account_id = g.account_id
  join day_rate f on f.currency = g.currency and f.day = g.day
  join day_rate t on t.currency = a.currency and t.day = g.day
`

/** The account's currency, otherwise the one with most of its donations of the year; \`n\` groups faster than an id. */
export const donor = (wanted: string): string => `
  select row_number() over ()::int as n, a.id as account_id, coalesce(p.currency, m.currency) as currency
  from identity.account a
  cross join lateral (
    select case
      when a.preferences->>'preferredCurrency' = any($5::text[]) then a.preferences->>'preferredCurrency'
      end as currency
  ) p
  left join (
    select g.account_id, mode() within group (order by g.currency) as currency
    from owned g
    join identity.account b on b.id = g.account_id
    where (b.preferences->>'preferredCurrency' = any($5::text[])) is not true
    group by g.account_id
  ) m
    on m.account_id = a.id
    and p.currency is null
  where a.id in (select account_id from owned) ${wanted}
`

/** Donations that came through a donor's links. */
export const referred = (donations: string): string => `
  select s.account_id, g.donor_key, g.currency, g.day, g.left_of
  from (${donations}) s
  join donor using (account_id)
  join gift g on g.id = s.donation_id
`
