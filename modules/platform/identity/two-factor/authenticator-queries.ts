import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

export type Authenticator = {
  readonly encryptedSecret: Buffer
  readonly lastStep: bigint
  /** Null until the first code confirms it. */
  readonly confirmedAt: Date | null
}

export const findAuthenticator = (db: Db, accountId: string): Promise<Authenticator | undefined> =>
  db
    .selectFrom('identity.authenticator')
    .select(['encrypted_secret as encryptedSecret', 'last_step as lastStep', 'confirmed_at as confirmedAt'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Finds and locks the authenticator until the transaction ends: of two concurrent equal codes one is accepted. */
export const lockAuthenticator = (tx: Tx, accountId: string): Promise<Authenticator | undefined> =>
  tx
    .selectFrom('identity.authenticator')
    .select(['encrypted_secret as encryptedSecret', 'last_step as lastStep', 'confirmed_at as confirmedAt'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** Starts or restarts the setup of an authenticator; returns false if a confirmed one exists. */
export const beginAuthenticator = async (
  tx: Tx,
  input: { readonly accountId: string; readonly encryptedSecret: Buffer; readonly at: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('identity.authenticator')
    .values({ account_id: input.accountId, encrypted_secret: input.encryptedSecret, created_at: input.at })
    .onConflict((conflict) =>
      conflict
        .column('account_id')
        .doUpdateSet({ encrypted_secret: input.encryptedSecret, created_at: input.at, last_step: 0n })
        .where('identity.authenticator.confirmed_at', 'is', null),
    )
    .returning('account_id')
    .executeTakeFirst()) !== undefined

export const recordStep = (tx: Tx, input: { readonly accountId: string; readonly step: bigint; readonly at: Date }) =>
  tx
    .updateTable('identity.authenticator')
    .set({ last_step: input.step, confirmed_at: sql<Date>`coalesce(confirmed_at, ${input.at})` })
    .where('account_id', '=', input.accountId)
    .execute()

/** Removes the authenticator with its recovery codes; returns false if there was none. */
export async function deleteAuthenticator(tx: Tx, accountId: string): Promise<boolean> {
  await tx.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute()
  const { numDeletedRows } = await tx
    .deleteFrom('identity.authenticator')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function replaceRecoveryCodes(tx: Tx, accountId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('identity.recovery_code').where('account_id', '=', accountId).execute()
  await tx
    .insertInto('identity.recovery_code')
    .values(hashes.map((hash) => ({ account_id: accountId, code_hash: hash })))
    .execute()
}

/** Uses a recovery code; returns false if there is no such code, or it was used. */
export const useRecoveryCode = async (tx: Tx, accountId: string, hash: Buffer, instant: Date): Promise<boolean> =>
  (
    await tx
      .updateTable('identity.recovery_code')
      .set({ used_at: instant })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const countRecoveryCodes = async (db: Db, accountId: string): Promise<number> =>
  (
    await db
      .selectFrom('identity.recovery_code')
      .select(sql<number>`count(*)::int`.as('unused'))
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).unused

/**
 * Counts a code before it is compared. Returns the number since then, with this one; of many at once, the first ones
 * count as the first ones.
 */
export const countCodeAttempt = async (
  ports: Ports,
  input: { readonly accountId: string; readonly at: Date; readonly since: Date },
): Promise<number> =>
  one(
    await ports.statement<{ attempts: number }>(
      'identity.count_code_attempt',
      'select identity.count_code_attempt($1, $2, $3) as attempts',
      [input.accountId, input.at, input.since],
    ),
  ).attempts

export const deleteCodeAttempts = (tx: Tx, accountId: string) =>
  tx.deleteFrom('identity.code_attempt').where('account_id', '=', accountId).execute()

/** Marks the session as authenticated with both factors. */
export const markSecondFactor = (tx: Tx, tokenHash: Buffer, instant: Date) =>
  tx
    .updateTable('identity.session')
    .set({ second_factor_at: instant, authenticated_at: instant })
    .where('token_hash', '=', tokenHash)
    .execute()

/** Ends sessions with one factor when an account starts to require two. */
export const endOneFactorSessions = (tx: Tx, accountId: string, except: Buffer) =>
  tx
    .deleteFrom('identity.session')
    .where('account_id', '=', accountId)
    .where('second_factor_at', 'is', null)
    .where('token_hash', '!=', except)
    .execute()

/** Returns the accounts that have a second factor: an authenticator app, or a passkey, which counts as both factors. */
export const accountsWithSecondFactor = async (db: Db, accountIds: readonly string[]): Promise<Set<string>> => {
  if (accountIds.length === 0) return new Set()
  const ids = [...accountIds]
  const apps = db
    .selectFrom('identity.authenticator')
    .select('account_id as id')
    .where('account_id', 'in', ids)
    .where('confirmed_at', 'is not', null)
  const passkeys = db.selectFrom('identity.passkey').select('account_id as id').where('account_id', 'in', ids)
  return new Set((await apps.union(passkeys).execute()).map(({ id }) => id))
}
