import type { ColumnType } from 'kysely'
import type { Currency } from '#shared/money.ts'

type Instant = ColumnType<Date, Date, never>

declare module '#shared/ports.ts' {
  interface Tables {
    'referrals.referer': {
      id: string
      code: string
      account_id: string | null
      campaign_id: bigint | null
      created_at: Instant
    }
    'referrals.counted_plan': { referer_id: string; plan_id: string; added_at: Instant }
    'referrals.referral': {
      donation_id: string
      referer_id: string
      campaign_id: bigint
      plan_id: string | null
      currency: Currency
      gift: bigint
      refunded_amount: bigint
      given_at: Instant
    }
  }
}
