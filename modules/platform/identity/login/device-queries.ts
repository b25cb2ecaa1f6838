import { one } from '#shared/collections.ts'
import { sql } from 'kysely'
import type { Ports, Tx } from '#shared/ports.ts'
import '../tables.ts'
import './sign-in-tables.ts'

/** Stores the country of a new session, in the transaction that inserts its row. */
export const storeSessionCountry = (tx: Tx, tokenHash: Buffer, country: string | undefined) =>
  sql`update identity.session set country = ${country ?? null} where token_hash = ${tokenHash}`.execute(tx)

/** Records that an account logged in with this browser. `first`: the account had no known browser before. */
export async function recordBrowser(
  tx: Tx,
  input: { accountId: string; browserHash: Buffer; at: Date },
): Promise<'known' | 'new' | 'first'> {
  const { rows } = await sql<{ isNew: boolean; hadOthers: boolean }>`
    insert into identity.known_browser (account_id, browser_hash, first_seen_at, last_seen_at)
    values (${input.accountId}, ${input.browserHash}, ${input.at}, ${input.at})
    on conflict (account_id, browser_hash) do update
    set last_seen_at = excluded.last_seen_at
    returning
      xmax = 0 as "isNew",
      exists (
        select
        from identity.known_browser o
        where o.account_id = ${input.accountId} and o.browser_hash <> ${input.browserHash}
      ) as "hadOthers"
  `.execute(tx)
  const { isNew, hadOthers } = one(rows)
  if (!isNew) return 'known'
  return hadOthers ? 'new' : 'first'
}

/** Whether the account that has confirmed this email has logged in with this browser before. `emailKey`: normalized. */
export const isKnownBrowser = async (
  ports: Ports,
  input: { emailKey: string; browserHash: Buffer },
): Promise<boolean> =>
  (
    await ports.statement(
      'identity.known_browser',
      `select 1 from identity.account a join identity.known_browser k on k.account_id = a.id and k.browser_hash = $2
       where a.email_key = $1 and a.email_confirmed_at is not null`,
      [input.emailKey, input.browserHash],
    )
  ).length > 0

export type Device = {
  readonly id: string
  readonly userAgent: string
  readonly country: string | null
  readonly ip: string
  readonly openedAt: Date
  readonly lastSeenAt: Date
  readonly isThis: boolean
}

/**
 * Lists active sessions, the current one first, then by last use. Sessions unused since `idleSince`, or opened no later
 * than `openedBefore`, have ended.
 */
export const listDevices = (
  ports: Ports,
  input: { accountId: string; tokenHash: Buffer; now: Date; idleSince: Date; openedBefore: Date },
): Promise<Device[]> =>
  ports.statement<Device>(
    'identity.devices',
    `
      select
        id,
        user_agent as "userAgent",
        country,
        ip,
        created_at as "openedAt",
        last_seen_at as "lastSeenAt",
        token_hash = $2 as "isThis"
      from identity.session
      where account_id = $1 and expires_at > $3 and last_seen_at >= $4 and created_at > $5
      order by token_hash = $2 desc, last_seen_at desc, id
      limit 100
    `,
    [input.accountId, input.tokenHash, input.now, input.idleSince, input.openedBefore],
  )

/** Returns false if there was none; another account's device counts as absent. */
export const deleteDevice = async (tx: Tx, accountId: string, id: string): Promise<boolean> =>
  (await sql`delete from identity.session where account_id = ${accountId} and id = ${id} returning id`.execute(tx)).rows
    .length > 0

export const deleteOtherDevices = async (tx: Tx, accountId: string, tokenHash: Buffer): Promise<number> =>
  (
    await sql`delete from identity.session where account_id = ${accountId} and token_hash <> ${tokenHash} returning id`.execute(
      tx,
    )
  ).rows.length
