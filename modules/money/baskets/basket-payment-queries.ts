import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { PaidLine } from '#modules/money/giving/index.ts'

/**
 * Locks those of the baskets whose round isn't closed yet, in the order of their ids. Most were closed by the request
 * that paid.
 */
export const lockBasketsInRound = async (
  tx: Tx,
  rounds: readonly { readonly id: string; readonly round: number }[],
): Promise<readonly { id: string }[]> =>
  rounds.length === 0
    ? []
    : (
        await sql<{ id: string }>`
          select b.id
          from baskets.basket b
          where b.id in (
            select r.id
            from unnest(
              ${rounds.map(({ id }) => id)}::uuid[], ${rounds.map(({ round }) => round)}::int[]
            ) as r(id, round)
            join baskets.basket current on current.id = r.id and current.checkouts = r.round
          )
          order by b.id
          for update
        `.execute(tx)
      ).rows

/**
 * Returns the lines that the payment with this reference paid, if it succeeded. Uses the unique index of references.
 */
export const findPaidLines = async (db: Db, reference: string): Promise<readonly PaidLine[] | undefined> =>
  (
    await sql<{ lines: PaidLine[] }>`select order_details -> 'basket' -> 'lines' as lines from payments.intent
      where reference = ${reference} and state = 'SUCCEEDED'`.execute(db)
  ).rows[0]?.lines

/** Returns the email and name of the payment with this reference, if it succeeded after `since`. */
export const findPayer = async (
  db: Db,
  { reference, since }: { readonly reference: string; readonly since: Date },
): Promise<{ readonly email: string; readonly name: string } | undefined> =>
  (
    await sql<{ email: string; name: string }>`
      select coalesce(d.email, '') as email, coalesce(d.name, '') as name from payments.intent i
      join giving.donation d on d.intent_id = i.id
      where i.reference = ${reference} and i.state = 'SUCCEEDED' and d.given_at > ${since} and d.retained_until is null
      order by d.line limit 1`.execute(db)
  ).rows[0]

/**
 * Returns the intents whose basket is active and hasn't changed since it was priced, and locks these baskets until
 * the claim is written.
 */
export const selectUnchangedBaskets = (rows: readonly Readonly<Record<string, string | number>>[]): Part => ({
  name: 'unchanged_basket',
  sql: `
    select p."intentId" as intent_id
    from baskets.basket b
    join json_to_recordset($1::json) as p(id uuid, version int, "intentId" uuid) on p.id = b.id
    where b.id = any($2::uuid[]) and b.version = p.version and b.status = 'active'
    for update of b
  `,
  values: [JSON.stringify(rows), rows.map(({ id }) => id)],
})
