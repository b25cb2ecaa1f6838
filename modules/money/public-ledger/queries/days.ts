import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db } from '#shared/ports.ts'
import '../tables.ts'

/** A published day and the head of its file, in hexadecimal. */
export type PublishedHead = { readonly day: LocalDate; readonly head: string }

const head = sql<string>`encode(head, 'hex')`.as('head')

/** Returns the newest published day; undefined if none is. */
export const findNewestDay = (db: Db): Promise<PublishedHead | undefined> =>
  db.selectFrom('public_ledger.day').select(['day', head]).orderBy('day', 'desc').limit(1).executeTakeFirst()
