import type { ColumnType } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { LocalDate } from '#shared/calendar.ts'
import type { OfflineMethod, OfflineState } from './rules/offline.ts'

type Instant = ColumnType<Date, Date, never>
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'organizing.thank_you_message': {
      donation_id: string
      campaign_id: bigint
      sent_by: string | null
      is_automatic: boolean
      sent_at: Instant
    }
    'organizing.fulfilment': { donation_id: string; campaign_id: bigint; marked_by: string | null; sent_at: Instant }
    'organizing.weekly_summary': { organization_id: bigint; week: LocalDate; sent_at: Instant }
    'organizing.offline_donation': {
      id: string
      campaign_id: bigint
      currency: Currency
      amount: bigint
      received_on: ColumnType<LocalDate, LocalDate, never>
      donor_name: string | null
      method: OfflineMethod
      evidence: string
      state: OfflineState
      entered_by: string | null
      entered_at: Instant
      counted_by: Later<string>
      counted_at: Later<Date>
      withdrawn_by: Later<string>
      withdrawn_at: Later<Date>
      reason: Later<string>
      ledger_tx_id: Later<string>
      request_key: string
      request_hash: string
      import_id: string | null
    }
  }
}
