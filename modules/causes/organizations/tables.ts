import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { AccountType, BankState } from './rules/bank-details.ts'
import type { ReceiptRegime } from './rules/receipt-regime.ts'
import type { Checks } from './rules/registration.ts'
import type { OwnershipChangeState, OwnershipDecision } from './rules/ownership.ts'
import type { MemberRole } from './rules/roles.ts'
import type { RequestDecision, RequestKind } from './rules/verification-request.ts'
import type { MatchKind } from './rules/screening.ts'
import type { VerificationDecision, VerificationState, WarningDays } from './rules/verification.ts'

type Default<T> = ColumnType<T, T | undefined, T>
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

/** The result of a request. */
export type RequestState = 'open' | 'verified' | 'rejected' | 'returned' | 'withdrawn'
export type Screening = 'clear' | 'matched' | 'not-screened'

declare module '#shared/ports.ts' {
  interface Tables {
    'organizations.organization': {
      id: GeneratedAlways<bigint>
      slug: string
      name: string
      name_ar: string | null
      about: ColumnType<string, string | undefined, string>
      country: string
      time_zone: string
      website: string | null
      email: string
      postal_address: string
      registration: string
      receipt_regime: ReceiptRegime
      receipt_signatory: string | null
      /** When it was last verified. */
      verified_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      verification_state: ColumnType<VerificationDecision, VerificationDecision | undefined, VerificationDecision>
      verified_until: ColumnType<Date | null, Date | null | undefined, Date | null>
      created_at: ColumnType<Date, Date, never>
      legal_name: Default<string>
      legal_form: Default<string>
      register: Default<string>
      registration_number: Default<string>
      registration_key: Maybe<string>
      reviewers: Maybe<number>
      is_own: Default<boolean>
      closed_at: Maybe<Date>
      closing_requested_at: Maybe<Date>
      closing_requested_by_account_id: Maybe<string>
      closed_by_account_id: Maybe<string>
      phone: Default<string>
      /** `#RRGGBB` in upper case. */
      primary_colour: Default<string>
      logo_id: Maybe<string>
      facebook: Default<string>
      twitter: Default<string>
      instagram: Default<string>
      youtube: Default<string>
      linkedin: Default<string>
      /** The charity's own texts in mails to its donors; empty: the platform's. */
      thanks_en: Default<string>
      thanks_ar: Default<string>
      /** Minor units of the general fund's currency. */
      large_donation_from: Maybe<bigint>
      email_confirmed_at: Maybe<Date>
      domain_token: Maybe<string>
      domain_checks_since: Maybe<Date>
      domain_checks: Default<number>
    }
    'organizations.former_subdomain': {
      subdomain: string
      organization_id: bigint
      changed_at: ColumnType<Date, Date, never>
      changed_by_account_id: string | null
    }
    'organizations.domain': {
      organization_id: bigint
      position: number
      host: string
      added_at: ColumnType<Date, Date, never>
      added_by_account_id: string | null
      verified_at: Maybe<Date>
      is_primary: Default<boolean>
      checked_at: Maybe<Date>
      next_check_at: Date
      missing_since: Maybe<Date>
      missing_count: Default<number>
      unreachable_since: Maybe<Date>
      dropped_at: Maybe<Date>
    }
    'organizations.bank_details': {
      id: string
      organization_id: bigint
      currency: ColumnType<Currency, string, never>
      country: string
      account_name: string
      account_type: AccountType
      last_four: string
      /** Encrypted: bank code and number, or IBAN. */
      numbers: Buffer
      needs_staff: boolean
      state: Default<BankState>
      entered_at: ColumnType<Date, Date, never>
      entered_by_account_id: string | null
      decided_at: Maybe<Date>
      decided_by_account_id: Maybe<string>
      active_from: Maybe<Date>
      /** Hash of the code in the owners' mails. */
      stop_hash: Maybe<Buffer>
    }
    'organizations.name_change': {
      id: string
      organization_id: bigint
      name: string
      name_ar: string | null
      like_name: string
      requested_at: Date
      decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>
      is_accepted: ColumnType<boolean | null, boolean | null | undefined, boolean | null>
    }
    'organizations.email_change': {
      organization_id: bigint
      email: string
      code_hash: Buffer
      requested_at: Date
      expires_at: Date
    }
    'organizations.verification_form': {
      organization_id: bigint
      form: Buffer
      version: number
      saved_at: Date
      saved_by_account_id: string | null
    }
    'organizations.verification_request': {
      id: string
      organization_id: bigint
      kind: RequestKind
      form: Buffer
      registration_key: string
      state: Default<RequestState>
      requested_at: ColumnType<Date, Date, never>
      requested_by_account_id: string | null
      screening: Default<Screening>
      checks: ColumnType<Checks | null, string | null | undefined, string | null>
      recommendation: Maybe<RequestDecision>
      checked_at: Maybe<Date>
      checked_by_account_id: Maybe<string>
      decided_at: Maybe<Date>
      decided_by_account_id: Maybe<string>
      reason: Maybe<string>
    }
    'organizations.verification_proposal': {
      organization_id: bigint
      state: VerificationState
      until: string
      proposed_at: Date
      proposed_by_account_id: string
    }
    'organizations.screening_list': { name: string; loaded_at: Date; entries: number }
    'organizations.screening_entry': {
      list: string
      entry_id: string
      names: string[]
      birth_year: number | null
      country: string
      source: string
      digest: string
    }
    'organizations.screening_match': {
      id: string
      organization_id: bigint
      subject: 'legal-name' | 'public-name' | 'person' | 'bank-holder'
      screened_name: string
      list: string
      entry_id: string
      entry_digest: string
      entry_names: string[]
      entry_source: string
      score: number
      found_at: Date
      state: Default<'open' | MatchKind>
      first_finding: Maybe<MatchKind>
      first_reviewed_by: Maybe<string>
      first_reason: Maybe<string>
      decided_by: Maybe<string>
      decided_at: Maybe<Date>
      reason: Maybe<string>
    }
    'organizations.picture': { picture_id: string; organization_id: bigint; uploaded_at: Date }
    'organizations.expiry_warning': {
      organization_id: bigint
      verified_until: Date
      days_before: WarningDays
      sent_at: Date
    }
    'organizations.member': {
      organization_id: bigint
      account_id: string
      role: MemberRole
      added_at: ColumnType<Date, Date, never>
      owner_since: Maybe<Date>
    }
    'organizations.ownership_change': {
      id: string
      organization_id: bigint
      owner_account_id: string | null
      role: MemberRole | null
      successor_account_id: string | null
      requested_by_account_id: string
      requested_at: ColumnType<Date, Date, never>
      state: OwnershipChangeState
      effective_at: Date | null
      proposed_decision: Maybe<OwnershipDecision>
      proposed_by_account_id: Maybe<string>
      ended_at: Maybe<Date>
      ended_by_account_id: Maybe<string>
    }
  }
}
