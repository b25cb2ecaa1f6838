import { required } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { parseRate, type Rate, rateText } from './rules/rate.ts'
import { type RateHistory, rateHistory } from './rules/rate-of-day.ts'
import './tables.ts'

/** Returns the newest rate of each currency; on the same day the central bank's rate takes precedence. */
export async function newestRates(ports: Ports, currencies: readonly Currency[]): Promise<Map<Currency, Rate>> {
  const rows = await ports.statement<{ currency: Currency; day: string; source: Rate['source']; perEuro: string }>(
    'currencies.newest',
    `
      select distinct on (currency) currency, day::text, source, per_euro::text as "perEuro"
      from currencies.rate
      where currency = any($1)
      order by currency, day desc, source = 'ecb' desc
    `,
    [currencies],
  )
  return new Map(
    rows.map(({ perEuro, ...rest }) => [rest.currency, { ...rest, perEuro: required(parseRate(perEuro)) }]),
  )
}

/**
 * Reads the rates needed to convert amounts of these days (amounts-16): those of the days, the newest before them,
 * otherwise the oldest.
 */
export async function ratesBetween(
  ports: Pick<Ports, 'statement'>,
  currencies: readonly Currency[],
  { from, to }: { readonly from: LocalDate; readonly to: LocalDate },
): Promise<RateHistory> {
  if (currencies.length === 0) return {}
  const rows = await ports.statement<{ currency: Currency; day: string; source: Rate['source']; perEuro: string }>(
    'currencies.between',
    `
      select r.currency, r.day::text, r.source, r.per_euro::text as "perEuro"
      from unnest($1::char(3)[]) wanted(currency)
      cross join lateral (
        select coalesce(
          (select max(day) from currencies.rate b where b.currency = wanted.currency and b.day <= $2::date),
          (select min(day) from currencies.rate o where o.currency = wanted.currency)
        ) as day
      ) first
      join currencies.rate r on r.currency = wanted.currency
        and r.day >= first.day
        and r.day <= greatest($3::date, first.day)
    `,
    [currencies, from, to],
  )
  return rateHistory(rows.map(({ perEuro, ...rest }) => ({ ...rest, perEuro: required(parseRate(perEuro)) })))
}

/** Stores rates; an existing one of the same day and source is kept. Returns how many were new. */
export async function insertRates(ports: Ports, rates: readonly Rate[]): Promise<number> {
  if (rates.length === 0) return 0
  const kept = await ports.statement(
    'currencies.keep',
    `
      insert into currencies.rate (currency, day, source, per_euro)
      select *
      from unnest($1::text[], $2::date[], $3::text[], $4::numeric[])
      on conflict do nothing
      returning currency
    `,
    [
      rates.map((rate) => rate.currency),
      rates.map((rate) => rate.day),
      rates.map((rate) => rate.source),
      rates.map((rate) => rateText(rate.perEuro)),
    ],
  )
  return kept.length
}
