import type { Currency } from '#shared/money.ts'
import type { ColumnType, Generated } from 'kysely'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import type { donorFields, StoredFieldName, StoredFields } from './rules/donor-fields.ts'

type Instant = ColumnType<Date, Date, never>
type Json<T> = ColumnType<T, string | null, never>

/** The columns of donor fields: ids are numbers, addresses and groups JSON. */
type FieldColumns = {
  [N in StoredFieldName as (typeof donorFields)[N]['column'] & string]: N extends 'levelId'
    ? bigint | null
    : StoredFields[N] extends boolean | number | string | null
      ? StoredFields[N]
      : Json<StoredFields[N]>
}

type DonationTable = FieldColumns & {
  id: string
  intent_id: string
  attempt_id: string
  line: number
  campaign_id: bigint
  account_id: string | null
  guest_id: string | null
  donor_key: Buffer
  email: string | null
  name: string
  currency: Currency
  gift: bigint
  tip: bigint
  covered_fee: bigint
  processing_fee: bigint
  zakat_eligible: bigint
  /** The part that counted as zakat at the time of the donation, in basis points; null means all of it. */
  zakat_eligible_bps: ColumnType<number | null, number | null | undefined, never>
  fee_schedule_version: string
  level_requirements: ColumnType<string[] | null, string[] | null | undefined, never>
  /** Gift Aid was chosen without a home address, so it isn't declared yet. */
  gift_aid_requested: ColumnType<boolean | null, boolean | null | undefined, never>
  /** Whether the donor declares Gift Aid for later donations, too, or lets this one out of a wider declaration. */
  gift_aid_choice: ColumnType<'later' | 'excluded' | null, 'later' | 'excluded' | null | undefined, never>
  encrypted_fields: Buffer | null
  payment_method: string
  card_brand: string | null
  card_last4: string | null
  save_card: boolean
  locale: string
  country: string | null
  given_at: Instant
  /** The scheduled date of a plan's occurrence, even if it was charged later; null for a one-time donation. */
  subscription_id: ColumnType<string | null, string | null | undefined, never>
  occurrence_key: ColumnType<string | null, string | null | undefined, never>
  occurrence_on: ColumnType<Date | null, string | null | undefined, never>
  programme: ColumnType<string | null, string | null | undefined, never>
  /** For an erased donor, the last day on which the books keep their data. */
  retained_until: ColumnType<Date | null, null | undefined, never>
  purged_at: ColumnType<Date | null, null | undefined, never>
}

declare module '#shared/ports.ts' {
  interface Tables {
    'giving.donation': DonationTable
    'giving.gift_aid_declaration': {
      donation_id: string
      text_version: string
      text_hash: string
      first_name: string
      last_name: string
      address: Json<PostalAddress>
      scope: 'this-donation' | 'this-and-future'
      declared_at: Instant
      ip: string
      cancelled_at: ColumnType<Date | null, Date | null, Date>
      /** When name or address changed after the declaration. */
      address_changed_at: ColumnType<Date | null, Date | null | undefined, Date>
    }
    'giving.bank_debit_mandate': {
      intent_id: string
      text_version: string
      locale: string
      text: string
      text_hash: string
      ip: string
      user_agent: string
      agreed_at: Instant
    }
    'giving.refunded_amount': {
      donation_id: string
      gift: bigint
      tip: bigint
      covered_fee: bigint
      processing_fee: bigint
      zakat_eligible: bigint
      is_fully_refunded: boolean
      changed_at: ColumnType<Date, Date, Date>
    }
    'giving.claim': { donation_id: string; account_id: string; claimed_at: Instant }
    'outbox.event': {
      id: Generated<bigint>
      kind: string
      payload: Json<unknown>
      occurred_at: Instant
      attempts: Generated<number>
      next_attempt_at: ColumnType<Date | null, never, Date | null>
      last_error: ColumnType<string | null, never, string>
      failed_at: ColumnType<Date | null, never, Date | null>
    }
  }
}
