import { sql } from 'kysely'
import type { Db, Ports } from '#shared/ports.ts'
import { fingerprintOf } from './rules/token-secrets.ts'

/** A variable whose secret is used: the first one of its list. */
type SecretPurpose = 'SESSION_SECRET' | 'FIELD_KEY' | 'PSEUDONYM_KEY'
export type SecretUse = {
  readonly purpose: SecretPurpose
  readonly fingerprint: string
  readonly firstUsedAt: Date
  readonly lastUsedAt: Date
  /** When every encrypted value had been encrypted with this key; only of `FIELD_KEY`. */
  readonly completedAt: Date | null
}
/** The secrets that this process uses now, by variable. */
export type UsedSecrets = Readonly<Partial<Record<SecretPurpose, string | Buffer>>>

/** How often each process records its secrets, in minutes. */
export const secretUseMinutes = 5

/** Records that this process uses these secrets now (security-20). */
export async function recordSecretUse(ports: Pick<Ports, 'db' | 'clock'>, secrets: UsedSecrets): Promise<void> {
  const now = ports.clock()
  for (const [purpose, secret] of Object.entries(secrets))
    await sql`
      insert into identity.secret_use (purpose, fingerprint, first_used_at, last_used_at)
      values (${purpose}, ${fingerprintOf(secret)}, ${now}, ${now})
      on conflict (purpose, fingerprint) do update
      set last_used_at = greatest(secret_use.last_used_at, excluded.last_used_at)
    `.execute(ports.db)
}

/** Finds all recorded secrets, those used first before the others. */
export const secretUseQuery = `
  select
    purpose,
    fingerprint,
    first_used_at as "firstUsedAt",
    last_used_at as "lastUsedAt",
    completed_at as "completedAt"
  from identity.secret_use
  order by first_used_at, fingerprint
`

/** Returns the result of `secretUseQuery`. */
export const listSecretUse = async (db: Db): Promise<SecretUse[]> =>
  (await sql<SecretUse>`${sql.raw(secretUseQuery)}`.execute(db)).rows

/** Records that every encrypted value is encrypted with this key. */
export const recordCompletedRotation = (ports: Pick<Ports, 'db' | 'clock'>, key: Buffer): Promise<unknown> =>
  sql`
    update identity.secret_use
    set completed_at = ${ports.clock()}
    where purpose = 'FIELD_KEY' and fingerprint = ${fingerprintOf(key)}
  `.execute(ports.db)
