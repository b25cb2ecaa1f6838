import type { Currency } from '#shared/money.ts'
import { sql } from 'kysely'
import type { Tx } from '#shared/ports.ts'
import './tables.ts'

/** An offline donation in the memo accounts. Minor units; `reverses` is the transaction that first recorded it. */
export type MemoEntry = {
  readonly txId: string
  readonly sourceId: string
  readonly campaignId: bigint
  readonly currency: Currency
  readonly amount: bigint
  readonly at: Date
  readonly reverses?: string | undefined
}

/**
 * Posts offline donations to the memo accounts (ledger-6), which balance and are never paid out. The campaign's
 * entries carry its id and are credits, so their negated sum is its offline total.
 */
export async function postMemoEntries(tx: Tx, memos: readonly MemoEntry[]): Promise<void> {
  if (memos.length === 0) return
  await sql`
    insert into ledger.tx (id, source_type, source_id, event_type, occurred_at, reverses_tx_id)
    select *
    from unnest(
      ${memos.map((memo) => memo.txId)}::uuid[],
      ${memos.map(() => 'offline')}::text[],
      ${memos.map((memo) => memo.sourceId)}::uuid[],
      ${memos.map((memo) => (memo.reverses ? 'withdrawn' : 'counted'))}::text[],
      ${memos.map((memo) => memo.at)}::timestamptz[],
      ${memos.map((memo) => memo.reverses ?? null)}::uuid[]
    )
  `.execute(tx)
  const entries = memos.flatMap(({ txId, campaignId, currency, amount, reverses }) => {
    const signed = reverses ? -amount : amount
    return [
      { txId, line: 1, subject: null, currency, amount: signed },
      { txId, line: 2, subject: campaignId, currency, amount: -signed },
    ]
  })
  await sql`
    insert into ledger.entry (tx_id, line, account, subject_id, meaning, currency, amount)
    select e.tx_id, e.line, 'offline_memo', e.subject_id, 'memo', e.currency, e.amount
    from unnest(
      ${entries.map((e) => e.txId)}::uuid[],
      ${entries.map((e) => e.line)}::smallint[],
      ${entries.map((e) => e.subject)}::bigint[],
      ${entries.map((e) => e.currency)}::text[],
      ${entries.map((e) => e.amount)}::bigint[]
    ) as e(tx_id, line, subject_id, currency, amount)
  `.execute(tx)
}
