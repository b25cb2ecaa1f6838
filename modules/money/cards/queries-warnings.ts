import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

export type ExpiringCard = {
  readonly id: string
  readonly provider: string
  readonly methodId: string
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
 * Finds cards that expire within 30 or 7 days and whose donors haven't been warned, after a card in the order of ids.
 * Includes cards of accounts with a proven email, and of plans. A card that ends within 30 days expires this month or the
 * next one, so only the cards of these months are read.
 */
export async function findExpiringCards(db: Db, now: Date, after: string, limit: number): Promise<ExpiringCard[]> {
  const { rows } = await sql<ExpiringCard>`
    select
      c.id,
      c.provider,
      c.method_id as "methodId",
      c.plan_id as "planId",
      c.brand,
      c.last4,
      c.exp_month as "expMonth",
      c.exp_year as "expYear",
      case when c.ends_at <= ${now}::timestamptz + interval '7 days' then 7 else 30 end as days,
      case
        when a.id is not null then json_build_object('email', a.email, 'firstName', a.first_name, 'locale', a.locale)
        end as donor
    from (
      select *, (make_date(exp_year, exp_month, 1) + interval '1 month') at time zone 'UTC' as ends_at
      from cards.card
      where removed_at is null
        and id > ${after}::uuid
        and (exp_year, exp_month) in (
          (
            extract(year from ${now}::timestamptz at time zone 'UTC')::int,
            extract(month from ${now}::timestamptz at time zone 'UTC')::int
          ),
          (
            extract(year from date_trunc('month', ${now}::timestamptz at time zone 'UTC') + interval '1 month')::int,
            extract(month from date_trunc('month', ${now}::timestamptz at time zone 'UTC') + interval '1 month')::int
          )
        )
    ) c
    left join identity.account a on a.id = c.account_id and a.email_confirmed_at is not null
    where (a.id is not null or c.plan_id is not null)
      and c.ends_at > ${now}
      and c.ends_at <= ${now}::timestamptz + interval '30 days'
      and (
        c.last_warning_days is null
          or (c.last_warning_days = 30 and c.ends_at <= ${now}::timestamptz + interval '7 days')
      )
    order by c.id
    limit ${limit}
  `.execute(db)
  return rows
}

/**
 * Marks cards as warned and returns the ids of those that no other worker has marked and that have the same expiry
 * still.
 */
export async function claimWarnings(tx: Tx, cards: readonly ExpiringCard[]): Promise<string[]> {
  const list = JSON.stringify(cards.map(({ id, expMonth, expYear, days }) => ({ id, expMonth, expYear, days })))
  const { rows } = await sql<{ id: string }>`
    update cards.card c
    set last_warning_days = e.days
    from json_to_recordset(${list}::json) as e(id uuid, "expMonth" int, "expYear" int, days smallint)
    where c.id = e.id
      and c.removed_at is null
      and c.exp_month = e."expMonth"
      and c.exp_year = e."expYear"
      and c.last_warning_days is distinct from e.days
      and (c.last_warning_days is null or c.last_warning_days > e.days)
    returning c.id
  `.execute(tx)
  return rows.map(({ id }) => id)
}
