import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { unresumedDays, unresumedNoticeDays } from '../rules/unresumed.ts'
import './tables.ts'

type Unresumed = { readonly id: string; readonly version: number }

/**
 * Condition: a guest's plan that waits for another card, address or agreement and hasn't changed for this many days.
 */
const unresumed = (now: Date, days: number) => sql`
  s.guest_email is not null
    and s.state in ('paused', 'needs-card')
    and s.reason in ('card', 'failures', 'consent', 'email-undeliverable', 'email-refused')
    and s.changed_at <= ${now}::timestamptz - make_interval(days => ${days})
`

/** Returns those whose donor wasn't mailed yet. */
export const unresumedToWarn = async (db: Db, now: Date, limit: number): Promise<Unresumed[]> =>
  (
    await sql<Unresumed>`
      select s.id, s.version
      from subscriptions.subscription s
      where ${unresumed(now, unresumedDays - unresumedNoticeDays)}
        and s.reason <> 'email-refused'
        and not exists (
          select
          from subscriptions.sent_notice t
          where t.subscription_id = s.id and t.notice = 'ends-soon.' || s.id || '.' || s.version
        )
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows

/** Returns those whose donor was mailed a week ago or can't be mailed. */
export const unresumedToEnd = async (db: Db, now: Date, limit: number): Promise<Unresumed[]> =>
  (
    await sql<Unresumed>`
      select s.id, s.version
      from subscriptions.subscription s
      left join subscriptions.sent_notice t on t.subscription_id = s.id
        and t.notice = 'ends-soon.' || s.id || '.' || s.version
      where ${unresumed(now, unresumedDays)}
        and (
          s.reason = 'email-refused' or t.sent_at <= ${now}::timestamptz - make_interval(days => ${unresumedNoticeDays})
        )
      order by s.id
      limit ${limit}
    `.execute(db)
  ).rows
