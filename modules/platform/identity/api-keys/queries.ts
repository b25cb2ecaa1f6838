import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'
import './tables.ts'

/** A key as found by one of its secrets, with the account that it acts as. */
export type FoundApiKey = {
  readonly id: string
  readonly accountId: string
  readonly scopes: readonly string[]
  readonly allowedAddresses: readonly string[]
  readonly hasSecondFactor: boolean
  readonly isFormer: boolean
  readonly formerValidUntil: Date | null
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly isEmailConfirmed: boolean
  readonly preferences: unknown
}

/** Finds a key by the hash of its current secret or the one before. */
export const findApiKey = async (ports: Pick<Ports, 'statement'>, hash: Buffer): Promise<FoundApiKey | undefined> =>
  (
    await ports.statement<FoundApiKey>(
      'identity.find_api_key',
      `
        select
          k.id,
          k.account_id as "accountId",
          k.scopes,
          k.allowed_addresses as "allowedAddresses",
          k.has_second_factor as "hasSecondFactor",
          k.secret_hash <> $1 as "isFormer",
          k.former_valid_until as "formerValidUntil",
          k.expires_at as "expiresAt",
          k.last_used_at as "lastUsedAt",
          k.revoked_at as "revokedAt",
          a.email,
          a.first_name as "firstName",
          a.last_name as "lastName",
          a.email_confirmed_at is not null as "isEmailConfirmed",
          a.preferences
        from identity.api_key k
        join identity.account a on a.id = k.account_id and a.erased_at is null
        where k.secret_hash = $1 or k.former_secret_hash = $1
      `,
      [hash],
    )
  )[0]

/** Stores when a key was last used. */
export const touchApiKey = (ports: Pick<Ports, 'statement'>, id: string, instant: Date): Promise<unknown> =>
  ports.statement('identity.touch_api_key', 'update identity.api_key set last_used_at = $2 where id = $1', [
    id,
    instant,
  ])

/** A key in a list, without its secret. */
export type ApiKey = {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly ending: string
  readonly scopes: readonly string[]
  readonly allowedAddresses: readonly string[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly lastUsedAt: Date | null
  readonly formerValidUntil: Date | null
}

const keysOf = (db: Db, accountIds: readonly string[]) =>
  db
    .selectFrom('identity.api_key')
    .select([
      'id',
      'account_id as accountId',
      'name',
      'ending',
      'scopes',
      'allowed_addresses as allowedAddresses',
      'created_by as createdBy',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'last_used_at as lastUsedAt',
      'former_valid_until as formerValidUntil',
    ])
    .where('account_id', 'in', [...accountIds])
    .where('revoked_at', 'is', null)

/** Lists the keys that act as these accounts and aren't revoked, newest first. */
export const listApiKeys = async (db: Db, accountIds: readonly string[]): Promise<ApiKey[]> =>
  accountIds.length === 0 ? [] : keysOf(db, accountIds).orderBy('created_at', 'desc').orderBy('id').execute()

/** Locks a key that acts as one of these accounts and isn't revoked. */
export const lockApiKey = async (tx: Tx, accountIds: readonly string[], id: string): Promise<ApiKey | undefined> =>
  accountIds.length === 0 ? undefined : keysOf(tx, accountIds).where('id', '=', id).forUpdate().executeTakeFirst()

/** Inserts the account that a key of a charity acts as. Its address can receive no mail. */
export const insertKeyAccount = (tx: Tx, row: { readonly id: string; readonly name: string; readonly at: Date }) =>
  tx
    .insertInto('identity.account')
    .values({
      id: row.id,
      kind: 'api-key',
      email: `key-${row.id}@api-key.invalid`,
      password_hash: null,
      first_name: row.name,
      created_at: row.at,
      email_confirmed_at: null,
    })
    .execute()

/** Inserts a key. */
export const insertApiKey = (
  tx: Tx,
  row: Omit<ApiKey, 'createdAt' | 'lastUsedAt' | 'formerValidUntil'> & {
    readonly secretHash: Buffer
    readonly hasSecondFactor: boolean
    readonly at: Date
  },
) =>
  tx
    .insertInto('identity.api_key')
    .values({
      id: row.id,
      account_id: row.accountId,
      name: row.name,
      secret_hash: row.secretHash,
      ending: row.ending,
      scopes: [...row.scopes],
      allowed_addresses: [...row.allowedAddresses],
      has_second_factor: row.hasSecondFactor,
      created_by: row.createdBy,
      created_at: row.at,
      expires_at: row.expiresAt,
    })
    .execute()

/** Replaces the secret of a key; the current one stays valid as the former one until `formerValidUntil`, if it is set. */
export const replaceSecret = (
  tx: Tx,
  row: {
    readonly id: string
    readonly secretHash: Buffer
    readonly ending: string
    readonly formerValidUntil: Date | null
    readonly by: string
  },
) =>
  tx
    .updateTable('identity.api_key')
    .set({
      former_secret_hash: row.formerValidUntil === null ? null : sql<Buffer>`secret_hash`,
      former_valid_until: row.formerValidUntil,
      secret_hash: row.secretHash,
      ending: row.ending,
      rotated_by: row.by,
    })
    .where('id', '=', row.id)
    .execute()

/** Revokes a key at once. */
export const markRevoked = (tx: Tx, id: string, instant: Date) =>
  tx.updateTable('identity.api_key').set({ revoked_at: instant }).where('id', '=', id).execute()

/**
 * Returns the accounts that count as one person where a second person is needed: the account, the API keys that its
 * person made or rotated, and for an account of a key the people who did so and their other keys (security-21).
 */
export const accountsOfSamePerson = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      with people as (
        select ${accountId}::uuid as id
        union
        select unnest(array[k.created_by, k.rotated_by])
        from identity.api_key k
        where k.account_id = ${accountId}
      )
      select id from people where id is not null
      union
      select k.account_id
      from identity.api_key k
      join people p on p.id in (k.created_by, k.rotated_by)
    `.execute(db)
  ).rows.map(({ id }) => id)
