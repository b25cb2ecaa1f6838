import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import '../tables.ts'

/** An address that doesn't want a charity's mails. */
type Unsubscription = { readonly organizationId: bigint; readonly hash: string }

/** Returns those of the addresses that have unsubscribed from the mails of their charity. */
export const unsubscribedFromCharities = async (
  db: Db,
  addresses: readonly Unsubscription[],
): Promise<ReadonlySet<string>> =>
  new Set(
    addresses.length === 0
      ? []
      : (
          await sql<{ key: string }>`
            select u.organization_id || ' ' || u.email_hash as key
            from unnest(
              ${addresses.map(({ organizationId }) => organizationId)}::bigint[],
              ${addresses.map(({ hash }) => hash)}::text[]
            ) a(organization_id, email_hash)
            join charity_donors.unsubscription u using (organization_id, email_hash)
          `.execute(db)
        ).rows.map(({ key }) => key),
  )

/** The key of an address in the result of `unsubscribedFromCharities`. */
export const unsubscriptionKey = ({ organizationId, hash }: Unsubscription): string => `${organizationId} ${hash}`

export const insertUnsubscription = (tx: Tx, { organizationId, hash, at }: Unsubscription & { readonly at: Date }) =>
  tx
    .insertInto('charity_donors.unsubscription')
    .values({ organization_id: organizationId, email_hash: hash, unsubscribed_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'email_hash']).doNothing())
    .execute()
