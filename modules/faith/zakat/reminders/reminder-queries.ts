import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** A zakat year that ends soon, and the recipient of the reminder. */
export type EndingYear = {
  readonly accountId: string
  readonly anniversary: LocalDate
  readonly timeZone: string
  readonly email: string
  readonly firstName: string
  readonly locale: string
}

/**
 * Returns the latest zakat year of each account that ends on one of these days, if the account has a confirmed email
 * and hasn't turned reminders off. Sorted by account, starting after `after`.
 */
export const yearsEndingBetween = async (
  db: Db,
  {
    from,
    to,
    after,
    limit,
  }: { readonly from: LocalDate; readonly to: LocalDate; readonly after: string; readonly limit: number },
): Promise<EndingYear[]> =>
  (
    await sql<EndingYear>`
      select
        latest.account_id as "accountId",
        latest.anniversary::text,
        latest.time_zone as "timeZone",
        a.email,
        a.first_name as "firstName",
        a.locale
      from (
        select distinct on (p.account_id) p.account_id, p.anniversary, p.time_zone
        from zakat.profile p
        where p.account_id in (
          select account_id
          from zakat.profile
          where anniversary between ${from} and ${to} and account_id > ${after}
          order by account_id
          limit ${limit}
        )
        order by p.account_id, length(p.period) desc, p.period collate "C" desc, p.created_at desc, p.revision desc
      ) latest
      join identity.account a on a.id = latest.account_id
        and a.email_confirmed_at is not null
        and a.erased_at is null
        and (a.preferences ->> 'zakatReminders') is distinct from 'false'
      where latest.anniversary between ${from} and ${to}
      order by latest.account_id
    `.execute(db)
  ).rows

/** The last account of such a batch; undefined if no account follows `after`. */
export const lastAccountOf = async (
  db: Db,
  {
    from,
    to,
    after,
    limit,
  }: { readonly from: LocalDate; readonly to: LocalDate; readonly after: string; readonly limit: number },
): Promise<string | undefined> =>
  (
    await sql<{ id: string | null }>`
      select max(account_id::text) as id
      from (
        select distinct account_id
        from zakat.profile
        where anniversary between ${from} and ${to} and account_id > ${after}
        order by account_id
        limit ${limit}
      ) batch
    `.execute(db)
  ).rows[0]?.id ?? undefined

/** Records a reminder. Returns false if it was already sent. */
export const insertReminder = async (
  tx: Tx,
  { accountId, anniversary }: EndingYear,
  days: number,
  now: Date,
): Promise<boolean> =>
  (await tx
    .insertInto('zakat.reminder')
    .values({ account_id: accountId, anniversary, days, sent_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('days')
    .executeTakeFirst()) !== undefined
