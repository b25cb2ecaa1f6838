import type { ColumnType } from 'kysely'

type Instant = ColumnType<Date, Date, Date>

declare module '#shared/ports.ts' {
  interface Tables {
    'identity.external_login': {
      id: string
      account_id: string
      provider: string
      issuer: string
      subject: string
      email: string
      linked_at: Instant
      last_used_at: Instant
    }
    'identity.passkey': {
      id: string
      account_id: string
      credential_id: string
      public_key: Buffer
      counter: bigint
      transports: string[]
      is_backed_up: boolean
      name: string
      created_at: Instant
      last_used_at: ColumnType<Date | null, Date | null, Date>
    }
    'identity.passkey_challenge': {
      challenge_hash: Buffer
      purpose: 'add' | 'log-in'
      account_id: string | null
      expires_at: Instant
    }
    'identity.known_browser': {
      account_id: string
      browser_hash: Buffer
      first_seen_at: Instant
      last_seen_at: Instant
    }
    'identity.account_picture': { account_id: string; image: Buffer; set_at: Instant }
  }
}
