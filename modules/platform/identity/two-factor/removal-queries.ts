import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import './tables.ts'

export type FactorRemoval = {
  readonly id: string
  readonly accountId: string
  readonly email: string
  readonly name: string
  readonly requestedBy: string
  readonly requesterEmail: string
  readonly requestedAt: Date
}

/** Lists open removal requests, oldest first. */
export const listRemovals = (db: Db): Promise<FactorRemoval[]> =>
  db
    .selectFrom('identity.factor_removal as r')
    .innerJoin('identity.account as a', 'a.id', 'r.account_id')
    .innerJoin('identity.account as q', 'q.id', 'r.requested_by')
    .select([
      'r.id',
      'r.account_id as accountId',
      'a.email',
      sql<string>`trim(a.first_name || ' ' || a.last_name)`.as('name'),
      'r.requested_by as requestedBy',
      'q.email as requesterEmail',
      'r.requested_at as requestedAt',
    ])
    .where('r.stopped_at', 'is', null)
    .where('r.removed_at', 'is', null)
    .where('a.erased_at', 'is', null)
    .orderBy('r.requested_at')
    .execute()

/** Returns false if the account already has an open request. */
export const insertRemoval = async (
  tx: Tx,
  row: {
    readonly id: string
    readonly accountId: string
    readonly requestedBy: string
    readonly at: Date
    readonly stopHash: Buffer
  },
): Promise<boolean> =>
  (await tx
    .insertInto('identity.factor_removal')
    .values({
      id: row.id,
      account_id: row.accountId,
      requested_by: row.requestedBy,
      requested_at: row.at,
      stop_hash: row.stopHash,
    })
    .onConflict((conflict) =>
      conflict.column('account_id').where('stopped_at', 'is', null).where('removed_at', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst()) !== undefined

/** Finds and locks an open request until the transaction ends. */
export const lockRemoval = (tx: Tx, id: string) =>
  tx
    .selectFrom('identity.factor_removal')
    .select(['account_id as accountId', 'requested_by as requestedBy', 'requested_at as requestedAt'])
    .where('id', '=', id)
    .where('stopped_at', 'is', null)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const approveRemoval = (tx: Tx, input: { readonly id: string; readonly by: string; readonly at: Date }) =>
  tx
    .updateTable('identity.factor_removal')
    .set({ approved_by: input.by, removed_at: input.at })
    .where('id', '=', input.id)
    .execute()

/** Stops a removal and returns its account; undefined if no open request has this code. */
export const stopRemoval = async (tx: Tx, stopHash: Buffer, instant: Date): Promise<string | undefined> =>
  (
    await tx
      .updateTable('identity.factor_removal')
      .set({ stopped_at: instant })
      .where('stop_hash', '=', stopHash)
      .where('stopped_at', 'is', null)
      .where('removed_at', 'is', null)
      .returning('account_id as accountId')
      .executeTakeFirst()
  )?.accountId

export const wasFactorRemovedSince = async (db: Db, accountId: string, since: Date): Promise<boolean> =>
  (await db
    .selectFrom('identity.factor_removal')
    .select('id')
    .where('account_id', '=', accountId)
    .where('removed_at', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the current and previous addresses of an account. */
export const addressesOf = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await sql<{ email: string }>`
      select email_key as email from identity.account where id = ${accountId} and erased_at is null
      union select email_key from identity.former_email where account_id = ${accountId}`.execute(db)
  ).rows.map(({ email }) => email)
