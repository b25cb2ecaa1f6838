import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { endSubscription } from '../managing/cancel.ts'
import { queueNotice } from '../queue-notice.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { lockSubscription } from '../subscription-queries.ts'

const overduePlans = async (db: Db, now: Date, limit: number) =>
  (
    await sql<{ id: string }>`
      select id
      from subscriptions.subscription
      where reason = 'email-unconfirmed' and state = 'paused' and confirm_until <= ${now}
      order by confirm_until
      limit ${limit}
    `.execute(db)
  ).rows

/** Ends plans that weren't confirmed in time and mails their donors (recurring-30). Returns their number. */
export async function endUnconfirmed(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const now = ports.clock()
  const overdue = await overduePlans(ports.db, now, limit)
  for (const { id } of overdue)
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      if (subscription?.reason !== 'email-unconfirmed' || subscription.state !== 'paused') return
      await endSubscription(ports, tx, subscription, now, { state: 'ended', reason: 'email-unconfirmed' })
      await queueNotice(ports, tx, { kind: 'ended', subscriptionId: id })
    })
  return overdue.length
}
