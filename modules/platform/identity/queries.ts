import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Db, Ports, Tx } from '#shared/ports.ts'
import './tables.ts'

export type SessionRow = {
  readonly accountId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly roles: readonly string[]
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
  readonly authenticatedAt: Date
  readonly secondFactorAt: Date | null
  /** Whether the account has set up an authenticator app. */
  readonly hasAuthenticator: boolean
  readonly isEmailConfirmed: boolean
  readonly preferences: unknown
}

export const findSession = async (ports: Ports, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  (
    await ports.statement<SessionRow>(
      'identity.session',
      `
        select
          a.id as "accountId",
          a.email,
          a.first_name as "firstName",
          a.last_name as "lastName",
          a.roles,
          s.created_at as "openedAt",
          s.last_seen_at as "lastSeenAt",
          s.expires_at as "expiresAt",
          s.authenticated_at as "authenticatedAt",
          a.email_confirmed_at is not null as "isEmailConfirmed",
          a.preferences,
          s.second_factor_at as "secondFactorAt",
          exists (
            select from identity.authenticator f where f.account_id = a.id and f.confirmed_at is not null
          ) as "hasAuthenticator"
        from identity.session s
        join identity.account a on a.id = s.account_id and a.erased_at is null
        where s.token_hash = $1
      `,
      [tokenHash],
    )
  )[0]

export const touchSession = (
  ports: Ports,
  tokenHash: Buffer,
  input: { readonly at: Date; readonly hasSecondFactor: boolean },
): Promise<unknown> =>
  ports.statement(
    'identity.touch',
    'update identity.session set last_seen_at = $2, second_factor_at = case when $3 then second_factor_at end where token_hash = $1',
    [tokenHash, input.at, input.hasSecondFactor],
  )

export const insertSession = (
  tx: Tx,
  row: {
    tokenHash: Buffer
    accountId: string
    at: Date
    expiresAt: Date
    ip: string
    userAgent: string
    hasSecondFactor: boolean
    authenticatedAt: Date
  },
) =>
  tx
    .insertInto('identity.session')
    .values({
      token_hash: row.tokenHash,
      account_id: row.accountId,
      created_at: row.at,
      last_seen_at: row.at,
      expires_at: row.expiresAt,
      ip: row.ip,
      user_agent: row.userAgent.slice(0, 300),
      authenticated_at: row.authenticatedAt,
      second_factor_at: row.hasSecondFactor ? row.at : null,
    })
    .execute()

/**
 * Finds the account that has confirmed the email, not one that only claims it. `email`: normalized (`rules/email.ts`).
 */
export const findAccountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('identity.account')
    .select([
      'id',
      'email',
      'password_hash as passwordHash',
      'first_name as firstName',
      'last_name as lastName',
      'roles',
    ])
    .where('email_key', '=', email)
    .where('email_confirmed_at', 'is not', null)
    .executeTakeFirst()

/**
 * Returns undefined if the email is taken. `isConfirmed: false`: the email is unconfirmed, so other accounts may claim
 * it too.
 */
export const insertAccount = (
  tx: Tx,
  row: {
    id: string
    email: string
    passwordHash: string | null
    firstName: string
    lastName: string
    roles: string[]
    at: Date
    isConfirmed?: boolean
    locale?: string
  },
) =>
  tx
    .insertInto('identity.account')
    .values({
      id: row.id,
      email: row.email,
      password_hash: row.passwordHash,
      first_name: row.firstName,
      last_name: row.lastName,
      roles: row.roles,
      created_at: row.at,
      email_confirmed_at: row.isConfirmed === false ? null : row.at,
      ...(row.locale ? { locale: row.locale } : {}),
    })
    .onConflict((conflict) => conflict.column('email_key').where('email_confirmed_at', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst()

export const insertGuest = (
  ports: Ports,
  row: { id: string; email: string; name: string; at: Date },
): Promise<unknown> =>
  ports.statement(
    'identity.insert_guest',
    'insert into identity.guest (id, email, name, created_at) values ($1, $2, $3, $4)',
    [row.id, row.email, row.name, row.at],
  )

/** Returns the name and email of a guest, as given when the token was created or with the first donation. */
export const findGuest = async (
  ports: Ports,
  id: string,
): Promise<{ readonly email: string; readonly name: string } | undefined> =>
  (
    await ports.statement<{ email: string; name: string }>(
      'identity.find_guest',
      `select email, name from identity.guest where id = $1 and email <> ''`,
      [id],
    )
  )[0]

/**
 * Deletes a guest's email and name. The empty row stays as the mark that their token has ended; a donation stores its
 * own donor.
 */
export const endGuest = (ports: Ports, id: string): Promise<unknown> =>
  ports.statement(
    'identity.end_guest',
    `insert into identity.guest (id, email, name, created_at) values ($1, '', '', $2)
     on conflict (id) do update set email = '', name = ''`,
    [id, ports.clock()],
  )

/** Returns whether a guest ended their token. The guest of a new donation has no row yet. */
export const hasGuestEnded = async (ports: Ports, id: string): Promise<boolean> =>
  (await ports.statement('identity.guest_ended', `select 1 from identity.guest where id = $1 and email = ''`, [id]))
    .length > 0

export type LoginAttempt = { readonly emailKey: string; readonly ip: string; readonly at: Date }

/**
 * Records an attempt as failed before the password is checked. Returns the attempts that failed or are in progress, in
 * the order of their requests: the day's of the mailbox and the hour's of the network, with this one.
 */
export const countLoginAttempt = async (
  ports: Ports,
  loginAttempt: LoginAttempt,
): Promise<{ forEmail: number; fromIp: number }> =>
  one(
    await ports.statement<{ forEmail: number; fromIp: number }>(
      'identity.count_login_attempt',
      'select for_email as "forEmail", from_ip as "fromIp" from identity.count_login_attempt($1, $2, $3)',
      [loginAttempt.emailKey, loginAttempt.ip, loginAttempt.at],
    ),
  )

/** Removes one attempt. Rows with the same mailbox, address and time are interchangeable. */
export const deleteLoginAttempt = (ports: Ports, loginAttempt: LoginAttempt): Promise<unknown> =>
  ports.statement(
    'identity.delete_login_try',
    `
      delete from identity.login_failure
      where ctid = any(
        array(
          select ctid
          from identity.login_failure
          where email_key = $1 and ip = $2 and failed_at = $3
          limit 1
          for update skip locked
        )
      )
    `,
    [loginAttempt.emailKey, loginAttempt.ip, loginAttempt.at],
  )

/** Inserts the guests of paid donations in bulk; an existing guest keeps its row. */
export async function insertGuests(
  tx: Tx,
  guests: readonly { readonly id: string; readonly email: string; readonly name: string }[],
  instant: Date,
): Promise<void> {
  if (guests.length === 0) return
  await sql`
    insert into identity.guest (id, email, name, created_at)
    select id, email, name, ${instant}
    from unnest(
      ${guests.map((guest) => guest.id)}::uuid[],
      ${guests.map((guest) => guest.email)}::text[],
      ${guests.map((guest) => guest.name)}::text[]
    ) as g(id, email, name)
    on conflict (id) do nothing
  `.execute(tx)
}
