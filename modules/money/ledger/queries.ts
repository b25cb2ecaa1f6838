import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#shared/ports.ts'
import type { Part } from '#shared/statement.ts'
import type { Account, LedgerEntry, EntryPurpose } from './rules/posting.ts'
import './tables.ts'

/** A ledger transaction to write. Source and event identify it, so the database refuses a second one. */
export type Posting = {
  readonly txId: string
  readonly sourceType: 'attempt' | 'refund' | 'dispute' | 'payout' | 'repayment' | 'donation' | 'sponsorship'
  readonly sourceId: string
  readonly eventType: string
  readonly at: Date
  readonly entries: readonly LedgerEntry[]
}

/**
 * Builds the statement parts that post transactions with all their entries. The part `from` must return the id of
 * each source that may be posted, once. The database refuses an unbalanced transaction at commit, and a second one
 * with the same source and event.
 */
export function postParts(postings: readonly Posting[], from: string): Part[] {
  const entries = postings.flatMap(({ txId, entries }) =>
    entries.map((entry, index) => ({ ...entry, txId, line: index + 1 })),
  )
  return [
    {
      name: 'ledger_tx',
      sql: `
        insert into ledger.tx (id, source_type, source_id, event_type, occurred_at)
        select p.id, p.source_type, p.source_id, p.event_type, p.at
        from unnest(
          $1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[]
        ) as p(id, source_type, source_id, event_type, at)
        where p.source_id in (select id from ${from})
        returning id
      `,
      values: (['txId', 'sourceType', 'sourceId', 'eventType', 'at'] as const).map((name) =>
        postings.map((posting) => posting[name]),
      ),
    },
    {
      name: 'ledger_entries',
      sql: `
        insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
        select e.tx_id, e.line, e.account, e.subject_id, e.meaning, e.currency, e.amount
        from unnest(
          $1::uuid[], $2::smallint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[]
        ) as e(tx_id, line, account, subject_id, meaning, currency, amount)
        where e.tx_id in (select id from ledger_tx)
        returning line
      `,
      values: [
        entries.map((entry) => entry.txId),
        entries.map((entry) => entry.line),
        entries.map((entry) => entry.account),
        entries.map((entry) => entry.campaignId ?? null),
        entries.map((entry) => entry.meaning),
        entries.map((entry) => entry.currency),
        entries.map((entry) => entry.amount),
      ],
    },
  ]
}

const txRow = ({ txId, sourceType, sourceId, eventType, at }: Posting, reverses: string | null) => ({
  id: txId,
  source_type: sourceType,
  source_id: sourceId,
  event_type: eventType,
  occurred_at: at,
  reverses_tx_id: reverses,
})

/**
 * Posts one transaction within another module's database transaction. `reverses` is the transaction it reverses, at
 * most once.
 */
export async function post(tx: Tx, posting: Posting, reverses: string | null = null): Promise<void> {
  await tx.insertInto('ledger.tx').values(txRow(posting, reverses)).execute()
  await insertEntries(tx, posting)
}

/**
 * Posts a transaction that several processes may report; only the first call posts it. Returns whether this call did.
 */
export async function postOnce(tx: Tx, posting: Posting): Promise<boolean> {
  const isFirst = await tx
    .insertInto('ledger.tx')
    .values(txRow(posting, null))
    .onConflict((conflict) => conflict.columns(['source_type', 'source_id', 'event_type']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (isFirst) await insertEntries(tx, posting)
  return isFirst !== undefined
}

const insertEntries = (tx: Tx, { txId, entries }: Posting) =>
  tx
    .insertInto('ledger.entry')
    .values(
      entries.map(({ account, campaignId, meaning, currency, amount }, index) => ({
        tx_id: txId,
        line: index + 1,
        account,
        subject_id: campaignId ?? null,
        meaning,
        currency,
        amount,
      })),
    )
    .execute()

/** Returns the id of the transaction of one event of a source. */
export const findTransaction = async (
  db: Db,
  posting: Pick<Posting, 'sourceType' | 'sourceId' | 'eventType'>,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('ledger.tx')
      .select('id')
      .where('source_type', '=', posting.sourceType)
      .where('source_id', '=', posting.sourceId)
      .where('event_type', '=', posting.eventType)
      .executeTakeFirst()
  )?.id

export type LedgerLine = {
  readonly eventType: string
  readonly at: Date
  readonly account: Account
  readonly campaignId: bigint | null
  readonly meaning: EntryPurpose
  readonly currency: Currency
  readonly amount: bigint
}

/** Returns all entries of these sources in the order of posting. */
export const entriesOf = (db: Db, sourceIds: readonly string[]): Promise<LedgerLine[]> =>
  db
    .selectFrom('ledger.tx as t')
    .innerJoin('ledger.entry as e', 'e.tx_id', 't.id')
    .select([
      't.event_type as eventType',
      't.occurred_at as at',
      'e.account',
      'e.subject_id as campaignId',
      'e.meaning',
      'e.currency',
      'e.amount',
    ])
    .where(sql<boolean>`t.source_id = any(${sourceIds}::uuid[])`)
    .orderBy('t.occurred_at')
    .orderBy('t.id')
    .orderBy('e.line')
    .execute()

/** Replaces the stored results of the ledger checks. */
export async function saveChecks(
  tx: Tx,
  checks: readonly { readonly name: string; readonly title: string; readonly breaches: number }[],
  instant: Date,
): Promise<void> {
  await tx
    .insertInto('ledger.last_check')
    .values(checks.map((check) => ({ ...check, checked_at: instant })))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({
        title: row.ref('excluded.title'),
        breaches: row.ref('excluded.breaches'),
        checked_at: row.ref('excluded.checked_at'),
      })),
    )
    .execute()
  await tx.deleteFrom('ledger.last_check').where('checked_at', '<', instant).execute()
}
