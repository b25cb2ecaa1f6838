import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { FileAccount, FileMeaning } from './rules/daily-file.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'public_ledger.day': {
      day: LocalDate
      file: Buffer
      head: GeneratedAlways<Buffer>
      head_before: Buffer | null
      row_count: number
      published_at: ColumnType<Date, Date, never>
    }
    /** Minor units of all campaigns, positive for debits. */
    'public_ledger.day_sum': {
      day: LocalDate
      currency: Currency
      account: FileAccount
      meaning: FileMeaning
      amount: bigint
    }
    'public_ledger.campaign_total': {
      campaign_id: bigint
      currency: Currency
      account: FileAccount
      meaning: FileMeaning
      amount: bigint
    }
  }
}
