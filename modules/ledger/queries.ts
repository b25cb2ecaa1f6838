import type { Part } from '#shared/statement.ts'
import type { Entry } from './rules/posting.ts'
import './tables.ts'

export type Posting = {
  readonly txId: string
  readonly sourceType: 'attempt' | 'refund' | 'dispute' | 'payout'
  readonly sourceId: string
  readonly eventType: string
  readonly at: Date
  readonly entries: readonly Entry[]
}

/**
 * Ledger transactions with all their entries, as parts of a statement that has a part `from` yielding the ids of those sources that may be
 * posted, once each. The database refuses a transaction at commit unless it balances, and a second one of the same source and event.
 */
export function postParts(postings: readonly Posting[], from: string): Part[] {
  const entries = postings.flatMap(({ txId, entries: of }) => of.map((entry, index) => ({ ...entry, txId, line: index + 1 })))
  return [
    {
      name: 'ledger_tx',
      sql: `insert into ledger.tx (id, source_type, source_id, event_type, occurred_at)
        select p.id, p.source_type, p.source_id, p.event_type, p.at
        from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::timestamptz[]) as p(id, source_type, source_id, event_type, at)
        where p.source_id in (select id from ${from}) returning id`,
      values: (['txId', 'sourceType', 'sourceId', 'eventType', 'at'] as const).map((name) => postings.map((posting) => posting[name])),
    },
    {
      name: 'ledger_entries',
      sql: `insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
        select e.tx_id, e.line, e.account, e.subject_id, e.meaning, e.currency, e.amount
        from unnest($1::uuid[], $2::smallint[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bigint[]) as e(tx_id, line, account, subject_id, meaning, currency, amount)
        where e.tx_id in (select id from ledger_tx) returning line`,
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
