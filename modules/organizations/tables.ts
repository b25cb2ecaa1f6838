import type { ColumnType, GeneratedAlways } from 'kysely'
import type { ReceiptRegime } from './rules/receipt-regime.ts'

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
      verified_at: ColumnType<Date | null, Date | null, Date | null>
      created_at: ColumnType<Date, Date, never>
    }
    'organizations.member': { organization_id: bigint; account_id: string; role: MemberRole; added_at: ColumnType<Date, Date, never> }
  }
}
