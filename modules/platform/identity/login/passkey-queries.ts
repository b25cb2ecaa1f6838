import type { Db, Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'
import './sign-in-tables.ts'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly isBackedUp: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export type StoredPasskey = {
  readonly id: string
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: bigint
  readonly transports: readonly string[]
}

type Challenge = { readonly hash: Buffer; readonly purpose: 'add' | 'log-in'; readonly accountId: string | null }

export const insertChallenge = (ports: Ports, challenge: Challenge & { readonly expiresAt: Date }): Promise<unknown> =>
  ports.statement(
    'identity.passkey_challenge',
    'insert into identity.passkey_challenge (challenge_hash, purpose, account_id, expires_at) values ($1, $2, $3, $4)',
    [challenge.hash, challenge.purpose, challenge.accountId, challenge.expiresAt],
  )

/** Deletes the challenge and returns whether it existed: of two concurrent responses only one finds it. */
export const consumeChallenge = async (ports: Ports, challenge: Challenge & { readonly now: Date }): Promise<boolean> =>
  (
    await ports.statement(
      'identity.take_passkey_challenge',
      `
        delete from identity.passkey_challenge
        where challenge_hash = $1 and purpose = $2 and account_id is not distinct from $3::uuid and expires_at > $4
        returning purpose
      `,
      [challenge.hash, challenge.purpose, challenge.accountId, challenge.now],
    )
  ).length > 0

export const deleteOldChallenges = async (tx: Tx, before: Date): Promise<void> =>
  void (await tx.deleteFrom('identity.passkey_challenge').where('expires_at', '<', before).execute())

/** Returns undefined if the passkey is already registered. */
export const insertPasskey = (
  tx: Tx,
  row: StoredPasskey & { readonly name: string; readonly isBackedUp: boolean; readonly at: Date },
): Promise<{ id: string } | undefined> =>
  tx
    .insertInto('identity.passkey')
    .values({
      id: row.id,
      account_id: row.accountId,
      credential_id: row.credentialId,
      public_key: row.publicKey,
      counter: row.counter,
      transports: [...row.transports],
      is_backed_up: row.isBackedUp,
      name: row.name,
      created_at: row.at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findPasskey = async (ports: Ports, credentialId: string): Promise<StoredPasskey | undefined> =>
  (
    await ports.statement<StoredPasskey>(
      'identity.passkey',
      `
        select
          id,
          account_id as "accountId",
          credential_id as "credentialId",
          public_key as "publicKey",
          counter,
          transports
        from identity.passkey
        where credential_id = $1
      `,
      [credentialId],
    )
  )[0]

/**
 * Records a use. The signature counter must grow, unless the passkey always sends 0; otherwise it was cloned, and
 * nothing is written (WebAuthn 6.1.1).
 */
export const recordUse = async (
  ports: Ports,
  input: { id: string; counter: bigint; isBackedUp: boolean; at: Date },
): Promise<boolean> =>
  (
    await ports.statement(
      'identity.passkey_use',
      `update identity.passkey set counter = $2, is_backed_up = $3, last_used_at = $4
       where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
      [input.id, input.counter, input.isBackedUp, input.at],
    )
  ).length > 0

export const listPasskeys = (db: Db, accountId: string): Promise<Passkey[]> =>
  db
    .selectFrom('identity.passkey')
    .select(['id', 'name', 'is_backed_up as isBackedUp', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()

export const credentialsOf = (db: Db, accountId: string) =>
  db
    .selectFrom('identity.passkey')
    .select(['credential_id as id', 'transports'])
    .where('account_id', '=', accountId)
    .execute()

export const updatePasskeyName = async (
  tx: Tx,
  input: { accountId: string; id: string; name: string },
): Promise<boolean> =>
  (
    await tx
      .updateTable('identity.passkey')
      .set({ name: input.name })
      .where('account_id', '=', input.accountId)
      .where('id', '=', input.id)
      .executeTakeFirst()
  ).numUpdatedRows > 0n

export const deletePasskey = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (await tx.deleteFrom('identity.passkey').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst())
    .numDeletedRows > 0n
