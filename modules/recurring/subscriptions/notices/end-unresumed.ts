import { queueNotice } from '../agreement/queue-notice.ts'
import type { SubscriptionPorts } from '../agreement/ports.ts'
import { endSubscription } from '../agreement/managing/cancel.ts'
import { lockSubscription } from '../agreement/subscription-queries.ts'
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
const unresumedToWarn = async (db: Db, now: Date, limit: number): Promise<Unresumed[]> =>
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
const unresumedToEnd = async (db: Db, now: Date, limit: number): Promise<Unresumed[]> =>
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

const batch = 200

/**
 * Ends guests' plans that have waited 90 days for another card, another address or their donor's agreement, 7 days
 * after a mail about it (recurring-26). Returns the numbers of plans mailed about and ended.
 */
export async function endUnresumed(
  ports: SubscriptionPorts,
): Promise<{ readonly warned: number; readonly ended: number }> {
  const now = ports.clock()
  const warned = await unresumedToWarn(ports.db, now, batch)
  await ports.write(async (tx) => {
    for (const { id, version } of warned) {
      const name = `ends-soon.${id}.${version}`
      await queueNotice(ports, tx, { kind: 'ends-soon', subscriptionId: id, id: name }, name)
    }
  })
  let ended = 0
  for (const { id, version } of await unresumedToEnd(ports.db, now, batch))
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      // The plan was resumed or changed in the meantime.
      if (subscription?.version !== version) return
      await endSubscription(ports, tx, subscription, now, { state: 'ended', reason: subscription.reason })
      await queueNotice(ports, tx, { kind: 'ended', subscriptionId: id })
      ended += 1
    })
  return { warned: warned.length, ended }
}
