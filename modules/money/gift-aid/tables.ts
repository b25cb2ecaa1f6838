import type { ColumnType, GeneratedAlways } from 'kysely'

type Frozen<T> = ColumnType<T, T, never>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>
type Default<T> = ColumnType<T, T | undefined, T>

declare module '#shared/ports.ts' {
  interface Tables {
    'gift_aid.declaration': {
      id: string
      organization_id: Frozen<bigint>
      source: Frozen<'form' | 'account' | 'paper'>
      scope: Frozen<'donation' | 'later' | 'past_and_later'>
      donation_id: Maybe<string>
      account_id: Maybe<string>
      donor_key: Maybe<Buffer>
      text_version: string
      text_hash: string
      declared_at: Date
      /** UK day, like the other days of these tables. */
      declared_on: string
      covers_from: Maybe<string>
      /** First day that isn't covered any more. */
      covers_until: Maybe<string>
      ended_at: Maybe<Date>
      needs_confirmation: Default<boolean>
      asked_at: Maybe<Date>
      confirmed_at: Maybe<Date>
      details_requested_at: Maybe<Date>
      scan_id: Maybe<string>
      entered_by: Maybe<string>
      created_at: Date
    }
    'gift_aid.declarer_details': {
      id: string
      account_id: Maybe<string>
      organization_id: Maybe<bigint>
      donor_key: Maybe<Buffer>
      /** Encrypted. */
      details: Buffer
      valid_from: Date
    }
    'gift_aid.exclusion': { donation_id: string; excluded_at: Date; excluded_by: string | null }
    'gift_aid.scan': {
      id: string
      organization_id: bigint
      file_kind: 'webp' | 'pdf'
      bytes: number
      digest: Buffer
      name: string
      added_at: Date
      added_by: string | null
    }
    'gift_aid.charity': {
      organization_id: bigint
      claimed_until: Maybe<string>
      /** Empty: none. */
      hmrc_reference: Default<string>
      year_end_month: Default<number>
      year_end_day: Default<number>
      answered_at: Date
      answered_by: string | null
    }
    'gift_aid.claimed_before': {
      donation_id: string
      organization_id: bigint
      marked_at: Date
      marked_by: string | null
    }
    'gift_aid.claim': {
      id: string
      number: GeneratedAlways<bigint>
      organization_id: Frozen<bigint>
      state: Default<'draft' | 'submitted' | 'paid' | 'cancelled'>
      drafted_at: Frozen<Date>
      drafted_by: Frozen<string | null>
      submitted_on: Maybe<string>
      submitted_at: Maybe<Date>
      submitted_by: Maybe<string>
      reference: Default<string>
      paid_on: Maybe<string>
      paid_at: Maybe<Date>
      paid_by: Maybe<string>
      /** Pence. */
      paid_amount: Maybe<bigint>
      cancelled_at: Maybe<Date>
      cancelled_by: Maybe<string>
      cancel_reason: Default<string>
    }
    'gift_aid.claim_row': {
      claim_id: string
      donation_id: string
      declaration_id: string
      given_on: string
      /** Pence. */
      amount: bigint
      /** Refunded from the gift when the claim was drafted; minor units of its currency. */
      refunded: bigint
      /** Encrypted; null when purged. */
      details: Maybe<Buffer>
      is_live: Default<boolean>
      rejected_at: Maybe<Date>
      rejected_by: Maybe<string>
      reject_reason: Default<string>
    }
    'gift_aid.claim_adjustment': {
      claim_id: string
      donation_id: string
      earlier_claim_id: string
      /** Minor units of the donation's currency. */
      refunded_from: bigint
      refunded_to: bigint
      /** The returned gift in pence. */
      returned: bigint
      is_live: Default<boolean>
    }
  }
}
