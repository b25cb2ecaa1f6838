import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'

/** Deletes old request keys; workers can run concurrently. */
export async function purgeRequestKeys(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    delete from baskets.request_key
    where (basket_id, key) in (
      select basket_id, key
      from baskets.request_key
      where requested_at <= ${before}::timestamptz
      order by requested_at
      limit ${limit}
      for update skip locked
    )
    returning key
  `.execute(tx)
  return rows.length
}

/** Erases a basket's personal data and keeps its existence and status. */
const anonymizedColumns = sql`
  lines = '[]',
  display_name = '',
  display_place = '',
  payment_method_id = null,
  newsletter = false,
  is_anonymous = true,
  is_purged = true,
  version = version + 1
`

/**
 * Anonymizes closed guest baskets that haven't changed since `before` (partial index). Workers can run concurrently.
 */
export async function purgeEndedBaskets(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<number> {
  const { rows } = await sql`
    with old as (
      select id
      from baskets.basket
      where account_id is null
        and status in ('expired', 'checked-out')
        and not is_purged
        and changed_at <= ${before}::timestamptz
        and changed_on <= (${before}::timestamptz at time zone 'UTC')::date
      order by changed_on
      limit ${limit}
      for update skip locked
    )
    update baskets.basket b
    set ${anonymizedColumns}
    from old
    where b.id = old.id
    returning b.id
  `.execute(tx)
  return rows.length
}

/** Returns an account's baskets, the guest baskets from which these donations were paid, and those in `named`. */
export async function basketsOf(
  db: Db,
  input: { accountId: string; donationIds: readonly string[]; named: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from baskets.basket
    where account_id = ${input.accountId}
    union
    select b.id
    from baskets.basket b
    join (
      select (i.order_details -> 'basket' ->> 'id')::uuid as id
      from giving.donation d
      join payments.intent i on i.id = d.intent_id
      where d.id = any(${input.donationIds}::uuid[])
      union
      select unnest(${input.named}::uuid[])
    ) as guests
      on guests.id = b.id
    where b.account_id is null
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes baskets that were never checked out. A paid basket stays, anonymized and without request keys. */
export async function purgeBaskets(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with own as (select id, status from baskets.basket where id = any(${ids}::uuid[]))
    delete from baskets.basket b using own
    where b.merged_into = own.id or (b.id = own.id and own.status <> 'checked-out')
  `.execute(tx)
  await sql`delete from baskets.request_key where basket_id = any(${ids}::uuid[])`.execute(tx)
  await sql`update baskets.basket set ${anonymizedColumns} where id = any(${ids}::uuid[])`.execute(tx)
}

/**
 * Expires baskets that haven't changed since `before` and deletes their encrypted fields. Workers can run
 * concurrently.
 */
export async function expireIdleBaskets(
  tx: Tx,
  { before, limit, accountId }: { before: Date; limit: number; accountId: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with idle as (
      select id
      from baskets.basket
      where status in ('active', 'abandoned')
        and changed_at <= ${before}::timestamptz
        and changed_on <= (${before}::timestamptz at time zone 'UTC')::date
        and (${accountId ?? null}::uuid is null or account_id = ${accountId ?? null}::uuid)
      order by changed_on
      limit ${limit}
      for update skip locked
    )
    update baskets.basket b
    set
      status = 'expired',
      version = version + 1,
      lines = coalesce(
        (
          select jsonb_agg(jsonb_set(line, '{encryptedFields}', 'null') order by at)
          from jsonb_array_elements(b.lines)
          with ordinality as l(line, at)
        ),
        '[]'
      )
    from idle
    where b.id = idle.id
    returning b.id
  `.execute(tx)
  return rows.length
}
