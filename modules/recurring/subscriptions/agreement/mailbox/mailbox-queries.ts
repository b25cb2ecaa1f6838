import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { refusalsMax } from '../../rules/mailbox.ts'
import '../../tables.ts'

/** Returns active guest plans whose address has rejected enough mails since the plan was last changed. */
export async function refusedMailboxes(
  db: Db,
  limit: number,
): Promise<{ readonly id: string; readonly version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select s.id, s.version from notifications.mail m
      join subscriptions.subscription s on lower(s.guest_email) = lower(m.to_address) and s.guest_email is not null
    where m.refusals > 0 and m.created_at >= s.changed_at and s.state = 'active'
    group by s.id, s.version having sum(m.refusals) >= ${refusalsMax}
    order by s.id limit ${limit}`.execute(db)
  return rows
}
