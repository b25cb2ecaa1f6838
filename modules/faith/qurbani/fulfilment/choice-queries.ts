import { sql, type Selection } from 'kysely'
import type { Db, Tx, Tables } from '#shared/ports.ts'
import type { UnperformedChoice } from '../rules/unperformed.ts'
import './tables.ts'

/** The question about an order that wasn't performed, and its outcome (qurbani-7). */
export type StoredChoice = Readonly<Selection<Tables, 'qurbani.choice', (typeof columns)[number]>>

const columns = [
  'donation_id as donationId',
  'requested_at as requestedAt',
  'ends_at as endsAt',
  'choice',
  'chosen_at as chosenAt',
  'settled_at as settledAt',
  // Minor units.
  'amount',
] as const

export const findChoice = (db: Db, donationId: string): Promise<StoredChoice | undefined> =>
  db.selectFrom('qurbani.choice').select(columns).where('donation_id', '=', donationId).executeTakeFirst()

export const listChoices = (db: Db, donationIds: readonly string[]): Promise<StoredChoice[]> =>
  donationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('qurbani.choice')
        .select(columns)
        .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
        .execute()

/** Locks the questions of these donations, always in the same order to avoid deadlocks. */
export const lockChoices = (tx: Tx, donationIds: readonly string[]): Promise<StoredChoice[]> =>
  donationIds.length === 0
    ? Promise.resolve([])
    : tx
        .selectFrom('qurbani.choice')
        .select(columns)
        .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
        .orderBy('donation_id')
        .forUpdate()
        .execute()

/** Stores questions. Returns the donations that had none before. */
export const insertChoices = async (
  tx: Tx,
  input: { readonly donationIds: readonly string[]; readonly requestedAt: Date; readonly endsAt: Date },
): Promise<string[]> =>
  input.donationIds.length === 0
    ? []
    : (
        await tx
          .insertInto('qurbani.choice')
          .values(
            input.donationIds.map((id) => ({
              donation_id: id,
              requested_at: input.requestedAt,
              ends_at: input.endsAt,
            })),
          )
          .onConflict((conflict) => conflict.column('donation_id').doNothing())
          .returning('donation_id as id')
          .execute()
      ).map(({ id }) => id)

/** Withdraws questions without an answer. */
export const deleteChoices = async (tx: Tx, donationIds: readonly string[]): Promise<void> => {
  if (donationIds.length === 0) return
  await tx
    .deleteFrom('qurbani.choice')
    .where(sql<boolean>`donation_id = any(${donationIds}::uuid[])`)
    .where('choice', 'is', null)
    .execute()
}

export const storeChoice = (
  tx: Tx,
  input: { readonly donationId: string; readonly choice: UnperformedChoice; readonly at: Date },
): Promise<unknown> =>
  tx
    .updateTable('qurbani.choice')
    .set({ choice: input.choice, chosen_at: input.at })
    .where('donation_id', '=', input.donationId)
    .where('choice', 'is', null)
    .execute()

/** Returns donations with a choice or an expired question that aren't settled yet, oldest first. */
export const listUnsettled = async (db: Db, input: { readonly now: Date; readonly limit: number }): Promise<string[]> =>
  (
    await db
      .selectFrom('qurbani.choice')
      .select('donation_id as id')
      .where('settled_at', 'is', null)
      .where((where) => where.or([where('choice', 'is not', null), where('ends_at', '<=', input.now)]))
      .orderBy('ends_at')
      .orderBy('donation_id')
      .limit(input.limit)
      .execute()
  ).map(({ id }) => id)

/** Locks one unsettled question; undefined if another process has it, or it is settled. */
export const lockUnsettled = (tx: Tx, donationId: string): Promise<StoredChoice | undefined> =>
  tx
    .selectFrom('qurbani.choice')
    .select(columns)
    .where('donation_id', '=', donationId)
    .where('settled_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const storeOutcome = (
  tx: Tx,
  input: {
    readonly donationId: string
    readonly amount: bigint
    readonly refundId: string | null
    readonly ledgerTxId: string | null
    readonly at: Date
  },
): Promise<unknown> =>
  tx
    .updateTable('qurbani.choice')
    .set({ settled_at: input.at, amount: input.amount, refund_id: input.refundId, ledger_tx_id: input.ledgerTxId })
    .where('donation_id', '=', input.donationId)
    .execute()
