import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, never>
type MaybeInstant = ColumnType<Date | null, Date | null, Date | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'cards.customer': {
      account_id: string | null
      plan_id: ColumnType<string | null, string | undefined, never>
      provider: string
      customer_id: string
      created_at: Instant
    }
    'cards.card': {
      id: string
      account_id: ColumnType<string | null, string | null | undefined, never>
      plan_id: ColumnType<string | null, string | undefined, never>
      provider: string
      method_id: string
      brand: string
      last4: string
      exp_month: number
      exp_year: number
      fingerprint: string | null
      country: string | null
      is_default: boolean
      added_at: Instant
      removed_at: MaybeInstant
      last_warning_days: ColumnType<number | null, number | null | undefined, number | null>
    }
    'cards.mandate': {
      id: string
      card_id: string
      account_id: string | null
      plan_id: ColumnType<string | null, string | undefined, never>
      kind: 'off-session'
      text_version: string
      locale: string
      text_hash: string
      ip: string
      agreed_at: Instant
      source_id: string
      revoked_at: MaybeInstant
    }
    'cards.setup': {
      id: string
      provider: string
      customer_id: string
      method_id: string
      setup_id: string | null
      text_version: string
      locale: string
      ip: string
      started_at: Instant
      ended_at: MaybeInstant
      /** The requester's network: an IPv4 address or an IPv6 /64. */
      network: ColumnType<string, string | undefined, string>
      declined_at: ColumnType<Date | null, undefined, Date>
    }
  }
}
