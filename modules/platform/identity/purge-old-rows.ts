import { sql } from 'kysely'
import type { Ports } from '#shared/ports.ts'
import { deleteOldChallenges } from './login/passkey-queries.ts'

/**
 * Deletes every night: ended sessions, counters of guesses, requested mails and calls, guests older than a month, and expired
 * codes and challenges.
 */
export async function purgeOldRows(ports: Ports): Promise<void> {
  const instant = ports.clock()
  await ports.write((tx) => sql`delete from identity.session where expires_at < ${instant}`.execute(tx))
  await ports.write((tx) =>
    sql`delete from identity.login_failure where failed_at < ${instant}::timestamptz - interval '2 days'`.execute(tx),
  )
  await ports.write((tx) =>
    sql`delete from identity.email_request where requested_at < ${instant}::timestamptz - interval '2 days'`.execute(
      tx,
    ),
  )
  await ports.write((tx) =>
    sql`delete from identity.call_count where started_at < ${instant}::timestamptz - interval '1 hour'`.execute(tx),
  )
  // Guest tokens last a day and a donation stores its donor, so nothing reads these rows.
  await ports.write((tx) =>
    sql`delete from identity.guest where created_at < ${instant}::timestamptz - interval '30 days'`.execute(tx),
  )
  await ports.write((tx) =>
    sql`delete from identity.mail_code where expires_at < ${instant}::timestamptz - interval '1 day'`.execute(tx),
  )
  await ports.write((tx) =>
    sql`delete from identity.address_code where expires_at < ${instant}::timestamptz - interval '1 day'`.execute(tx),
  )
  await ports.write((tx) =>
    sql`delete from identity.code_attempt where attempted_at < ${instant}::timestamptz - interval '1 day'`.execute(tx),
  )
  await ports.write((tx) => deleteOldChallenges(tx, instant))
}
