import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

declare module '#shared/ports.ts' {
  interface Tables {
    'identity.account': {
      id: string
      email: string
      email_key: Generated<string>
      password_hash: string | null
      first_name: ColumnType<string, string | undefined, string>
      last_name: ColumnType<string, string | undefined, string>
      roles: ColumnType<string[], string[] | undefined, string[]>
      locale: ColumnType<string, string | undefined, string>
      preferences: ColumnType<unknown, string | undefined, string>
      created_at: Instant
    }
    'identity.session': { token_hash: Buffer; account_id: string; created_at: Instant; seen_at: Instant; expires_at: Instant; ip: string; user_agent: string }
    'identity.guest': { id: string; email: string; name: string; created_at: Instant }
    'identity.login_failure': { email_key: string; ip: string; failed_at: Instant }
  }
}
