import type { ColumnType, Generated } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

/** Purpose of a mailed code. */
export type MailCodePurpose = 'confirm-email' | 'log-in' | 'set-password' | 'change-email' | 'undo-email'

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
      email_confirmed_at: ColumnType<Date | null, Date | null, Date | null>
      /** `api-key`: it exists only for an API key of a charity (security-21). */
      kind: ColumnType<'person' | 'api-key', 'person' | 'api-key' | undefined, never>
      /** Set once the account is erased. */
      erased_at: ColumnType<Date | null, undefined, Date>
    }
    'identity.session': {
      id: Generated<string>
      country: ColumnType<string | null, string | null | undefined, string | null>
      token_hash: Buffer
      account_id: string
      created_at: Instant
      last_seen_at: Instant
      expires_at: Instant
      ip: string
      user_agent: string
      authenticated_at: Instant
      second_factor_at: ColumnType<Date | null, Date | null, Date | null>
    }
    'identity.guest': { id: string; email: string; name: string; created_at: Instant }
    'identity.mail_code': {
      code_hash: Buffer
      purpose: MailCodePurpose
      account_id: string
      /** The address that the account changes to or restores. */
      email: string | null
      created_at: Instant
      expires_at: Instant
      used_at: ColumnType<Date | null, Date | null, Date | null>
    }
    'identity.address_code': {
      code_hash: Buffer
      email_key: string
      created_at: Instant
      expires_at: Instant
      used_at: ColumnType<Date | null, never, Date>
    }
    'identity.former_email': { account_id: string; email_key: string; replaced_at: Instant }
    'identity.email_request': {
      email_key: string
      ip: string
      requested_at: Instant
      is_mailed: ColumnType<boolean, boolean | undefined, boolean>
    }
    'identity.login_failure': { email_key: string; ip: string; failed_at: Instant }
  }
}
