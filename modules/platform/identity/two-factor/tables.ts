import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>
type Later = ColumnType<Date | null, Date | null | undefined, Date | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'identity.authenticator': {
      account_id: string
      encrypted_secret: Buffer
      last_step: Generated<bigint>
      created_at: Instant
      confirmed_at: Later
    }
    'identity.recovery_code': { account_id: string; code_hash: Buffer; used_at: Later }
    'identity.code_attempt': { account_id: string; attempted_at: Instant }
    'identity.factor_removal': {
      id: string
      account_id: string
      requested_by: string
      requested_at: Instant
      stop_hash: Buffer
      stopped_at: Later
      approved_by: ColumnType<string | null, string | null | undefined, string | null>
      removed_at: Later
    }
  }
}
