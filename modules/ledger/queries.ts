import type { Part } from '#shared/statement.ts'
import type { Entry } from './rules/posting.ts'
import './tables.ts'

export type Posting = {
  readonly txId: string
  readonly sourceType: 'attempt' | 'refund' | 'dispute' | 'payout'
  readonly eventType: string
  readonly at: Date
  readonly entries: readonly Entry[]
}

/**
 * One ledger transaction with all its entries, as parts of a statement that has a part `from` yielding the source's id once.
 * The database refuses it at commit unless it balances, and refuses a second one of the same source and event.
 */
export const postParts = (posting: Posting, from: string): Part[] => [
  {
    name: 'ledger_tx',
    sql: `insert into ledger.tx (id, source_type, source_id, event_type, occurred_at) select $1::uuid, $2, id, $3, $4::timestamptz from ${from} returning id`,
    values: [posting.txId, posting.sourceType, posting.eventType, posting.at],
  },
  {
    name: 'ledger_entries',
    sql: `insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
      select ledger_tx.id, e.line, e.account, e.subject_id, e.meaning, e.currency, e.amount
      from ledger_tx, unnest($1::smallint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[]) as e(line, account, subject_id, meaning, currency, amount)
      returning line`,
    values: [
      posting.entries.map((_, index) => index + 1),
      posting.entries.map((entry) => entry.account),
      posting.entries.map((entry) => entry.campaignId ?? null),
      posting.entries.map((entry) => entry.meaning),
      posting.entries.map((entry) => entry.currency),
      posting.entries.map((entry) => entry.amount),
    ],
  },
]
