import type { Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import '../tables.ts'

export type Closing = Readonly<Selection<Tables, 'organizations.organization', (typeof columns)[number]>>

const columns = [
  'closing_requested_at as requestedAt',
  'closing_requested_by_account_id as requestedById',
  'closed_at as closedAt',
  'verified_until as verifiedUntil',
] as const

const closingOf = (db: Db, organizationId: bigint) =>
  db.selectFrom('organizations.organization').select(columns).where('id', '=', organizationId)

/** Whether, and by whom, the closing of a charity was requested. */
export const findClosing = (db: Db, organizationId: bigint): Promise<Closing | undefined> =>
  closingOf(db, organizationId).executeTakeFirst()

/** Locks the charity, so that two owners can't decide concurrently. */
export const lockClosing = (tx: Tx, organizationId: bigint): Promise<Closing | undefined> =>
  closingOf(tx, organizationId).forUpdate().executeTakeFirst()

/** Records who requested the closing; null: the request was withdrawn. */
export const saveClosingAsked = (
  tx: Tx,
  organizationId: bigint,
  request: { readonly byId: string; readonly at: Date } | null,
) =>
  tx
    .updateTable('organizations.organization')
    .set({ closing_requested_at: request?.at ?? null, closing_requested_by_account_id: request?.byId ?? null })
    .where('id', '=', organizationId)
    .execute()

/** Closes a charity: it is no longer verified, and none of its pages is public. Its name, address and ledger remain. */
export const saveClosed = (
  tx: Tx,
  organizationId: bigint,
  input: { readonly byId: string; readonly at: Date; readonly verifiedUntil: Date | null },
) =>
  tx
    .updateTable('organizations.organization')
    .set({
      closed_at: input.at,
      closed_by_account_id: input.byId,
      verification_state: 'none',
      verified_until: input.verifiedUntil && input.verifiedUntil > input.at ? input.at : input.verifiedUntil,
    })
    .where('id', '=', organizationId)
    .execute()
