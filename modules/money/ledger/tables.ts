import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'
import type { Account, EntryPurpose } from './rules/posting.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'ledger.tx': {
      id: string
      source_type: string
      source_id: string
      event_type: string
      occurred_at: ColumnType<Date, Date, never>
      reverses_tx_id: ColumnType<string | null, string | null | undefined, never>
    }
    /** The results of the latest hourly checks. */
    'ledger.last_check': { name: string; title: string; breaches: number; checked_at: Date }
    'ledger.entry': {
      tx_id: string
      line: number
      account: Account
      subject_id: bigint | null
      meaning: EntryPurpose
      currency: Currency
      amount: bigint
    }
  }
}
