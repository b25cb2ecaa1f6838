import type { Currency } from '#shared/money.ts'
import type { ColumnType } from 'kysely'

declare module '#shared/ports.ts' {
  interface Tables {
    'deeds.year': {
      hijri_year: number
      donors: number
      unique_donors: number
      amount: bigint
      top_amount: bigint | null
      top_days: number | null
      generous_amount: bigint | null
      computed_at: Date
    }
    'deeds.snapshot': {
      account_id: string
      hijri_year: number
      currency: Currency
      figures: ColumnType<unknown, string, string>
      computed_at: Date
    }
    'deeds.survey_answer': {
      account_id: string
      hijri_year: number
      rating: number
      comment: string
      answered_at: Date
    }
    'deeds.notice': { account_id: string; hijri_year: number; sent_at: Date }
  }
}
