import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import './tables.ts'

export type ExpiringCard = {
  readonly id: string
  /** Null if the card is an account's. */
  readonly planId: string | null
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** The warning's lead time in days: 30 or 7. */
  readonly days: number
  /** Null for a plan's card; only the module of plans knows its donor. */
  readonly donor: { readonly email: string; readonly firstName: string; readonly locale: string } | null
}

/**
 * Claims cards that expire within 30 or 7 days and whose donors haven't been warned; marks them as warned. Includes
 * cards of accounts with a proven email, and of plans. Workers can run concurrently. A card that
 * ends within 30 days expires this month or the next one, so only the cards of these months are read.
 */
export async function claimExpiringCards(tx: Tx, now: Date, limit: number): Promise<ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    with ending as (
      select c.id, case when c.ends_at <= ${now}::timestamptz + interval '7 days' then 7 else 30 end as days
      from (select id, account_id, plan_id, last_warning_days, (make_date(exp_year, exp_month, 1) + interval '1 month') at time zone 'UTC' as ends_at from cards.card
        where removed_at is null and (exp_year, exp_month) in (
          (extract(year from ${now}::timestamptz at time zone 'UTC')::int, extract(month from ${now}::timestamptz at time zone 'UTC')::int),
          (extract(year from date_trunc('month', ${now}::timestamptz at time zone 'UTC') + interval '1 month')::int,
           extract(month from date_trunc('month', ${now}::timestamptz at time zone 'UTC') + interval '1 month')::int))) c
      left join identity.account a on a.id = c.account_id and a.email_confirmed_at is not null
      where (a.id is not null or c.plan_id is not null) and c.ends_at > ${now} and c.ends_at <= ${now}::timestamptz + interval '30 days'
        and (c.last_warning_days is null or (c.last_warning_days = 30 and c.ends_at <= ${now}::timestamptz + interval '7 days'))
      limit ${limit}),
    taken as (
      update cards.card set last_warning_days = e.days from ending e
      where cards.card.id = e.id and cards.card.last_warning_days is distinct from e.days
      returning cards.card.id, account_id, plan_id, brand, last4, exp_month, exp_year, e.days)
    select t.id, t.plan_id as "planId", t.brand, t.last4, t.exp_month as "expMonth", t.exp_year as "expYear", t.days,
      case when a.id is not null then json_build_object('email', a.email, 'firstName', a.first_name, 'locale', a.locale) end as donor
    from taken t left join identity.account a on a.id = t.account_id`.execute(tx)
  return rows
}
