import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, Date>
type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>

declare module '#shared/ports.ts' {
  interface Tables {
    'identity.api_key': {
      id: string
      /** The account that the key acts as. */
      account_id: string
      name: string
      secret_hash: Buffer
      ending: string
      former_secret_hash: ColumnType<Buffer | null, undefined, Buffer | null>
      former_valid_until: ColumnType<Date | null, undefined, Date | null>
      scopes: ColumnType<string[], string[], never>
      allowed_addresses: ColumnType<string[], string[], never>
      has_second_factor: ColumnType<boolean, boolean, never>
      created_by: string
      created_at: Instant
      rotated_by: ColumnType<string | null, undefined, string>
      expires_at: MaybeInstant
      last_used_at: MaybeInstant
      revoked_at: MaybeInstant
    }
  }
}
