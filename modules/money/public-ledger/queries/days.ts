import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import type { RowSum } from '../rules/figures.ts'
import '../tables.ts'

/** A published day and the head of its file, in hexadecimal. */
export type PublishedHead = { readonly day: LocalDate; readonly head: string }

const head = sql<string>`encode(head, 'hex')`.as('head')

/** Returns the newest published day; undefined if none is. */
export const findNewestDay = (db: Db): Promise<PublishedHead | undefined> =>
  db.selectFrom('public_ledger.day').select(['day', head]).orderBy('day', 'desc').limit(1).executeTakeFirst()

/** Returns published days, newest first, before a day. */
export const listDays = (
  db: Db,
  { before, limit }: { readonly before: LocalDate | undefined; readonly limit: number },
): Promise<PublishedHead[]> =>
  db
    .selectFrom('public_ledger.day')
    .select(['day', head])
    .$if(before !== undefined, (query) => query.where('day', '<', before as LocalDate))
    .orderBy('day', 'desc')
    .limit(limit)
    .execute()

/** Returns the sums of all campaigns on these days. */
export const sumsOfDays = (db: Db, days: readonly LocalDate[]): Promise<(RowSum & { readonly day: LocalDate })[]> =>
  db
    .selectFrom('public_ledger.day_sum')
    .select(['day', 'currency', 'account', 'meaning', 'amount'])
    .where(sql<boolean>`day = any(${[...days]}::date[])`)
    .orderBy('currency')
    .execute()

/** Returns the years with files, newest first, with the number of days. */
export const listYears = async (db: Db): Promise<{ year: number; days: number }[]> =>
  (
    await sql<{ year: number; days: number }>`
      select extract(year from day)::int as year, count(*)::int as days
      from public_ledger.day
      group by 1
      order by 1 desc
    `.execute(db)
  ).rows

/** Returns the files from one day to another, one after the other; undefined if there is none. */
export const findFiles = async (db: Db, from: LocalDate, to: LocalDate): Promise<Buffer | undefined> =>
  (
    await sql<{ files: Buffer | null }>`
      select string_agg(file, ''::bytea order by day) as files
      from public_ledger.day
      where day between ${from} and ${to}
    `.execute(db)
  ).rows[0]?.files ?? undefined
