import { sql } from 'kysely'
import type { LocalDate } from '#shared/calendar.ts'
import type { Db, Tx } from '#shared/ports.ts'
import { ownedBy } from '../owned.ts'
import type { BooksLaw } from '../rules/retention.ts'
import '../tables.ts'

/** Returns the ids of the donations that an account may see. */
export const findOwnedDonations = async (db: Db, accountId: string): Promise<string[]> =>
  (await db.selectFrom('giving.donation as d').select('d.id').where(ownedBy(accountId)).execute()).map(({ id }) => id)

type Booked = { readonly id: string; readonly intentId: string; readonly law: BooksLaw; readonly givenOn: LocalDate }

/** Returns the law under which each donation is booked, and its day in the charity's time zone. */
export async function booksOf(db: Db, donationIds: readonly string[]): Promise<Booked[]> {
  const { rows } = await sql<Booked>`
    select
      d.id,
      d.intent_id as "intentId",
      o.receipt_regime as law,
      (d.given_at at time zone o.time_zone)::date::text as "givenOn"
    from giving.donation d
    join campaigns.campaign c on c.id = d.campaign_id
    join organizations.organization o on o.id = c.organization_id
    where d.id = any(${donationIds}::uuid[])
  `.execute(db)
  return rows
}

/** Returns the ids of donations that were paid while their account was being erased. */
export const findRemainingDonations = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('giving.donation')
      .select('id')
      .where('account_id', '=', accountId)
      .where('retained_until', 'is', null)
      .execute()
  ).map(({ id }) => id)

export const retainForAccounting = (tx: Tx, donations: readonly { readonly id: string; readonly until: LocalDate }[]) =>
  sql`
    select giving.retain_for_accounting(
      ${donations.map(({ id }) => id)}::uuid[], ${donations.map(({ until }) => until)}::date[]
    )
  `.execute(tx)

export const purgeExpiredDonations = async (
  tx: Tx,
  input: { today: LocalDate; at: Date; limit: number },
): Promise<{ id: string; intentId: string }[]> =>
  (
    await sql<{ id: string; intentId: string }>`
      select id, intent_id as "intentId"
      from giving.purge_expired(${input.today}::date, ${input.at}::timestamptz, ${input.limit}::integer)
    `.execute(tx)
  ).rows
