import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'
import type { StoredLine } from './rules/line.ts'
import type { BasketStatus } from './rules/status.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'baskets.basket': {
      id: string
      account_id: string | null
      status: BasketStatus
      version: number
      currency: Currency
      is_currency_chosen: boolean
      tip: bigint
      is_anonymous: boolean
      display_name: string
      display_place: string
      payment_method_id: string | null
      newsletter: boolean
      lines: ColumnType<StoredLine[], string, string>
      merged_into: string | null
      checkouts: number
      created_at: ColumnType<Date, Date, never>
      changed_at: Date
      is_purged: ColumnType<boolean, never, boolean>
    }
    'baskets.request_key': {
      basket_id: string
      key: string
      request_hash: string
      line_id: string
      requested_at: ColumnType<Date, Date, never>
    }
  }
}
