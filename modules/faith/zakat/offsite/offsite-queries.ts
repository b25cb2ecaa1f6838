import type { Db, Ports, Tx } from '#shared/ports.ts'
import type { LocalDate } from '#shared/calendar.ts'
import { type Currency, type Money, money } from '#shared/money.ts'
import type { OffsiteEntry } from '../rules/tracking/offsite-entry.ts'
import '../tables.ts'

/** Zakat given elsewhere, as the donor entered it. */
export type OffsiteDonation = {
  readonly id: string
  readonly date: LocalDate
  readonly amount: Money
  readonly note: string
}

type OffsiteRow = {
  readonly id: string
  readonly date: LocalDate
  readonly currency: Currency
  readonly amount: bigint
  readonly note: string
}

/** Entries of an account from one day until before another, newest first. */
export async function listOffsiteDonations(
  ports: Pick<Ports, 'statement'>,
  accountId: string,
  { from, before }: { readonly from: LocalDate; readonly before: LocalDate },
): Promise<readonly OffsiteDonation[]> {
  const rows = await ports.statement<OffsiteRow>(
    'zakat.offsite',
    `select id, given_on::text as date, currency, amount, note from zakat.offsite_donation
     where account_id = $1::uuid and given_on >= $2::date and given_on < $3::date order by given_on desc, id desc`,
    [accountId, from, before],
  )
  return rows.map(({ amount, currency, ...row }) => ({ ...row, amount: money(amount, currency) }))
}

/** An entry of an account; undefined if it isn't theirs. `id` must be a valid id. */
export async function findOffsiteDonation(
  ports: Pick<Ports, 'statement'>,
  accountId: string,
  id: string,
): Promise<OffsiteDonation | undefined> {
  const [row] = await ports.statement<OffsiteRow>(
    'zakat.offsite_one',
    `select id, given_on::text as date, currency, amount, note from zakat.offsite_donation
     where account_id = $1::uuid and id = $2::uuid`,
    [accountId, id],
  )
  return row && { id: row.id, date: row.date, amount: money(row.amount, row.currency), note: row.note }
}

/** Locks an entry of an account; undefined if it isn't theirs. `id` must be a valid id. */
export async function lockOffsiteDonation(
  tx: Tx,
  accountId: string,
  id: string,
): Promise<
  { readonly givenOn: string; readonly currency: Currency; readonly amount: bigint; readonly note: string } | undefined
> {
  return tx
    .selectFrom('zakat.offsite_donation')
    .select((e) => [e.cast<string>('given_on', 'text').as('givenOn'), 'currency', 'amount', 'note'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export const insertOffsiteDonations = (
  tx: Tx,
  accountId: string,
  donations: readonly (OffsiteEntry & { readonly id: string })[],
  now: Date,
): Promise<unknown> =>
  tx
    .insertInto('zakat.offsite_donation')
    .values(
      donations.map(({ id, date, amount, note }) => ({
        id,
        account_id: accountId,
        given_on: date,
        currency: amount.currency,
        amount: amount.amount,
        note,
        created_at: now,
      })),
    )
    .execute()

export const updateOffsiteDonation = (
  tx: Tx,
  id: string,
  { date, amount, note }: OffsiteEntry,
  now: Date,
): Promise<unknown> =>
  tx
    .updateTable('zakat.offsite_donation')
    .set({ given_on: date, currency: amount.currency, amount: amount.amount, note, changed_at: now })
    .where('id', '=', id)
    .execute()

/** Returns false if the entry isn't theirs. */
export const deleteOffsiteDonation = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (
    await tx
      .deleteFrom('zakat.offsite_donation')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst()
  ).numDeletedRows > 0n

export const deleteOffsiteDonations = (tx: Tx, accountId: string): Promise<unknown> =>
  tx.deleteFrom('zakat.offsite_donation').where('account_id', '=', accountId).execute()

export const countOffsiteDonations = async (db: Db, accountId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('zakat.offsite_donation')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
    ).count,
  )
