import type { ColumnType } from 'kysely'
import type { Segment } from './rules/segments.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'charity_donors.note': {
      id: string
      organization_id: bigint
      donation_id: string
      body: string
      author_id: string | null
      written_at: ColumnType<Date, Date, never>
    }
    'charity_donors.tag': {
      donation_id: string
      name: string
      organization_id: bigint
      added_by: string | null
      added_at: ColumnType<Date, Date, never>
    }
    'charity_donors.thank_you_text': {
      organization_id: bigint
      level_id: bigint | null
      locale: string
      body: string
    }
    'charity_donors.saved_filter': {
      id: string
      organization_id: bigint
      list: 'donations' | 'donors'
      name: string
      query: string
      saved_by: string | null
      saved_at: Date
    }
    'charity_donors.merge_decision': {
      id: string
      organization_id: bigint
      donation_id: string
      other_donation_id: string
      is_same: boolean
      decided_by: string | null
      decided_at: ColumnType<Date, Date, never>
    }
    'charity_donors.donor_text': {
      organization_id: ColumnType<bigint, bigint, never>
      donor_key: ColumnType<Buffer, Buffer, never>
      is_name: ColumnType<boolean, boolean, never>
      words: ColumnType<string, string, never>
      has_contact: boolean
      last_at: Date
      comparable: ColumnType<string | null, never, never>
    }
    'charity_donors.donor_text_check': { organization_id: bigint; donor_key: Buffer }
    'charity_donors.donor_text_fill': {
      is_only: ColumnType<boolean, true | undefined, never>
      begins_at: Date
      last_id: string | null
      is_complete: boolean
    }
    'charity_donors.donor_total': {
      donor_key: Buffer
      organization_id: bigint
      is_anonymous: boolean
      donations: number
      totals: { readonly [currency: string]: number }
      last_at: Date
      last_id: string
      is_major: boolean
      has_zakat: boolean
      has_plan: boolean
      has_monthly_plan: boolean
    }
    'charity_donors.donor_total_fill': {
      is_only: ColumnType<boolean, true | undefined, never>
      begins_at: Date
      last_key: Buffer | null
      is_complete: boolean
    }
    'charity_donors.letter': {
      id: string
      organization_id: bigint
      campaign_id: bigint
      segment: Segment
      subject: string
      body: string
      sent_by: string | null
      queued_at: ColumnType<Date, Date, never>
      next_from: ColumnType<Date, Date, never>
      mailed: ColumnType<number, number | undefined, number>
    }
    'charity_donors.letter_recipient': {
      letter_id: string
      donor_key: Buffer
    }
    'charity_donors.unsubscription': {
      organization_id: bigint
      email_hash: string
      unsubscribed_at: ColumnType<Date, Date, never>
    }
  }
}
