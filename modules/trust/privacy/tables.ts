import type { ColumnType, Generated } from 'kysely'
import type { ConsentPurpose } from './rules/consents.ts'

declare module '#shared/ports.ts' {
  interface Tables {
    'privacy.export': {
      id: string
      account_id: string
      locale: string
      requested_at: Date
      completed_at: Date | null
      json: Buffer | null
      csv: Buffer | null
    }
    'privacy.consent': {
      id: Generated<bigint>
      account_id: string
      purpose: ConsentPurpose
      is_given: boolean
      text_version: string
      locale: string
      recorded_at: ColumnType<Date, Date, never>
    }
  }
}
