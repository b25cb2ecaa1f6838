import type { Currency } from '#shared/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ZakatAnchor } from './rules/tracking/anniversaries.ts'

/** Results that can be saved as a profile. */
export type SavableStatus = 'DUE' | 'BELOW_NISAB' | 'NOT_YET_DUE'

type Instant = ColumnType<Date, Date, never>
/** A date, cast to text when read. */
type Day = ColumnType<string, string, string>

declare module '#shared/ports.ts' {
  interface Tables {
    'zakat.profile': {
      id: string
      account_id: string
      revision: Generated<bigint>
      period: string
      currency: Currency
      zakat_due: bigint
      status: SavableStatus
      start_date: Day
      anniversary: Day
      anchor_year: ZakatAnchor['year']
      anchor_month: number
      anchor_day: number
      time_zone: string
      rule_set_id: string
      prices: ColumnType<unknown, string, never>
      encrypted: Buffer
      created_at: Instant
    }
    'zakat.offsite_donation': {
      id: string
      account_id: string
      given_on: Day
      currency: Currency
      amount: bigint
      note: ColumnType<string, string | undefined, string>
      created_at: Instant
      changed_at: ColumnType<Date | null, null | undefined, Date>
    }
    'zakat.reminder': {
      account_id: string
      anniversary: Day
      days: number
      sent_at: Instant
    }
  }
}
