import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { record } from '#modules/platform/audit/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { guestPlansOf } from '../donor/donor-queries.ts'
import { planOfToken } from '../managing/links.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscription, lockSubscription, lockSubscriptions, type Subscription } from '../subscription-queries.ts'
import { suspendSubscription } from '../states/suspend-subscription.ts'
import { sql } from 'kysely'
import type { Db } from '#shared/ports.ts'
import { refusalsMax } from '../../rules/mailbox.ts'
import '../../tables.ts'

/** Returns active guest plans whose address has rejected enough mails since the plan was last changed. */
async function refusedMailboxes(db: Db, limit: number): Promise<{ readonly id: string; readonly version: number }[]> {
  const { rows } = await sql<{ id: string; version: number }>`
    select s.id, s.version from notifications.mail m
      join subscriptions.subscription s on lower(s.guest_email) = lower(m.to_address) and s.guest_email is not null
    where m.refusals > 0 and m.created_at >= s.changed_at and s.state = 'active'
    group by s.id, s.version having sum(m.refusals) >= ${refusalsMax}
    order by s.id limit ${limit}`.execute(db)
  return rows
}

/**
 * Handles "This isn't me": pauses all guest plans of the address, stops their mails and invalidates every link. An
 * invalid token gets the same empty response (recurring-28).
 */
export async function rejectMailbox(
  ports: SubscriptionPorts,
  { ip }: Pick<RequestContext, 'ip'>,
  token: string,
): Promise<void> {
  const link = planOfToken(ports, token, 'notMe')
  if (!link || !isUuid(link.id)) return
  await ports.write(async (tx) => {
    const subscription = await findSubscription(tx, link.id)
    if (!subscription || subscription.guestEmail === null || !isRefusable(subscription, subscription.guestEmail)) return
    if (subscription.linkNumber !== link.linkNumber) return
    const ids = (await guestPlansOf(tx, subscription.guestEmail)).map(({ id }) => id)
    // Locked in one order, so that two requests can't deadlock.
    await lockSubscriptions(tx, ids)
    for (const id of ids) {
      const locked = await lockSubscription(tx, id)
      if (!locked || !isRefusable(locked, subscription.guestEmail)) continue
      await suspendSubscription(
        ports,
        tx,
        { ...locked, linkNumber: locked.linkNumber + 1 },
        { state: 'paused', reason: 'email-refused' },
      )
      await record(tx, {
        actor: { kind: 'visitor' },
        act: 'subscriptions.email-refused',
        object: `subscription:${locked.id}`,
        at: ports.clock(),
        ip,
      })
    }
  })
}

/** Whether a plan is an active guest's plan of this address that wasn't refused yet. */
const isRefusable = ({ guestEmail, state, reason }: Subscription, mailbox: string): boolean =>
  guestEmail?.toLowerCase() === mailbox.toLowerCase() && isActive(state) && reason !== 'email-refused'

/**
 * Pauses guests' plans after two permanent rejections of their mails since the plan was last changed (recurring-28).
 * Returns their number.
 */
export async function pauseUndeliverable(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const found = await refusedMailboxes(ports.db, limit)
  for (const { id, version } of found)
    await ports.write(async (tx) => {
      const subscription = await lockSubscription(tx, id)
      if (subscription?.version === version)
        await suspendSubscription(ports, tx, subscription, { state: 'paused', reason: 'email-undeliverable' })
    })
  return found.length
}
