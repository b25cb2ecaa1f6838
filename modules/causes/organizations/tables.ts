import type { ColumnType, GeneratedAlways } from 'kysely'
import type { ReceiptRegime } from './rules/receipt-regime.ts'
import type { VerificationDecision, WarningDays } from './rules/verification.ts'

/** What somebody does for a charity. */
export type MemberRole = 'owner' | 'admin' | 'finance' | 'editor'

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
    }
  }
}
