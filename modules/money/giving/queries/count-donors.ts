import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import { donorKeyOfAccount } from '../order/order-donor.ts'
import { takenOverByAccounts } from '../owned.ts'
import type { GivingPorts } from '../ports.ts'

type KeyPorts = Pick<GivingPorts, 'tokenSecret'>

/** A donor key that a campaign counts, and the account's key that counts the same person from now on. */
type MergedDonor = { readonly campaignId: bigint; readonly from: Buffer; readonly to: Buffer }
/** Keys that campaigns no longer count, and all donations whose key changed, with the former one. */
export type MergedDonors = {
  readonly donors: readonly MergedDonor[]
  readonly donations: readonly { readonly id: string; readonly from: Buffer }[]
}

const setDonorKey = (tx: Tx, donationIds: readonly string[], key: Buffer): Promise<unknown> =>
  sql`select giving.set_donor_key(${[...donationIds]}::uuid[], ${key})`.execute(tx)

/**
 * Gives paid donations without an account the key of the account that has proven their email address, so that one
 * person counts once (supporters-6). Returns these keys by payment, in base64.
 */
export async function countGuestsAsAccounts(
  ports: KeyPorts,
  tx: Tx,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; intentId: string; accountId: string }>`
    select d.id, d.intent_id as "intentId", m.account_id as "accountId"
    from giving.donation d
    join identity.mailbox m on m.email_key = lower(d.email) and d.given_at <@ m.valid_during
    where d.intent_id = any(${[...intentIds]}::uuid[])
      and d.account_id is null
      and d.email is not null
      and d.retained_until is null
  `.execute(tx)
  for (const [accountId, donations] of Map.groupBy(rows, (row) => row.accountId))
    await setDonorKey(
      tx,
      donations.map(({ id }) => id),
      keyOf(ports, accountId),
    )
  return new Map(rows.map(({ intentId, accountId }) => [intentId, donorKeyOfAccount(ports, accountId)]))
}

const keyOf = (ports: KeyPorts, accountId: string): Buffer => Buffer.from(donorKeyOfAccount(ports, accountId), 'base64')

/** Returns the accounts that made these payments while signed in. */
export const findPayingAccounts = async (db: Db, intentIds: readonly string[]): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select distinct account_id as id
      from giving.donation
      where intent_id = any(${[...intentIds]}::uuid[]) and account_id is not null
    `.execute(db)
  ).rows.map(({ id }) => id)

/**
 * Gives all donations that belong to accounts, but were made without signing in, the accounts' keys. Returns what
 * changed. Idempotent.
 */
export async function mergeGuestDonations(
  ports: KeyPorts,
  tx: Tx,
  accountIds: readonly string[],
): Promise<MergedDonors> {
  if (accountIds.length === 0) return { donors: [], donations: [] }
  const { rows } = await sql<{ id: string; campaignId: bigint; from: Buffer; to: Buffer }>`
    select distinct g.id, g.campaign_id as "campaignId", g.donor_key as "from", k.key as "to"
    from unnest(${[...accountIds]}::uuid[], ${accountIds.map((id) => keyOf(ports, id))}::bytea[]) as k(account_id, key)
    join (${sql.raw(takenOverByAccounts)}) c on c.account_id = k.account_id
    join giving.donation g on g.id = c.donation_id
    where g.donor_key <> k.key
  `.execute(tx)
  for (const donations of Map.groupBy(rows, ({ to }) => to.toString('base64')).values())
    for (const { to } of donations.slice(0, 1))
      await setDonorKey(
        tx,
        donations.map(({ id }) => id),
        to,
      )
  return { donors: await withoutSharedKeys(tx, rows), donations: rows }
}

/** Omits keys with which someone else's donation still counts, such as one of the mailbox's former owner. */
async function withoutSharedKeys(tx: Tx, merged: readonly MergedDonor[]): Promise<MergedDonor[]> {
  if (merged.length === 0) return []
  const { rows } = await sql<MergedDonor>`
    select distinct m.campaign_id as "campaignId", m."from", m."to"
    from unnest(
      ${merged.map(({ campaignId }) => campaignId)}::bigint[],
      ${merged.map(({ from }) => from)}::bytea[],
      ${merged.map(({ to }) => to)}::bytea[]
    ) as m(campaign_id, "from", "to")
    where not exists (
      select
      from giving.donation d
      left join giving.refunded_amount r on r.donation_id = d.id
      where d.campaign_id = m.campaign_id and d.donor_key = m."from" and r.is_fully_refunded is not true
    )
  `.execute(tx)
  return rows
}

/** Returns accounts whose proven email address isn't counted as theirs yet, with the time of the proof. */
export const findUncountedAccounts = async (
  db: Db,
  limit: number,
): Promise<{ readonly id: string; readonly provenAt: Date }[]> =>
  (
    await sql<{ id: string; provenAt: Date }>`
      select a.id, a.email_confirmed_at as "provenAt"
      from identity.account a
      where a.email_confirmed_at is not null
        and not exists (
          select from giving.counted_account c where c.account_id = a.id and c.proven_at = a.email_confirmed_at
        )
      limit ${limit}
    `.execute(db)
  ).rows

export const saveCountedAccounts = (
  tx: Tx,
  accounts: readonly { readonly id: string; readonly provenAt: Date }[],
): Promise<unknown> =>
  sql`
    insert into giving.counted_account (account_id, proven_at)
    select *
    from unnest(${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ provenAt }) => provenAt)}::timestamptz[])
    on conflict (account_id) do update
    set proven_at = excluded.proven_at
  `.execute(tx)
