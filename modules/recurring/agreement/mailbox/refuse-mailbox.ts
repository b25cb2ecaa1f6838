import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { record } from '#modules/platform/audit/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { guestPlansOf } from '../donor/donor-queries.ts'
import { planFor } from '../managing/links.ts'
import type { SubscriptionPorts } from '../port.ts'
import { findSubscription, lockSubscription, lockSubscriptions, type Subscription } from '../subscription-queries.ts'
import { suspendSubscription } from '../states/suspend.ts'
import { refusedMailboxes } from './mailbox-queries.ts'

/**
 * The reader of a mail is not the donor of its plan: pauses all guest plans of their address, mails nothing more about
 * them and makes every link void. Answers nothing, also to a link that opens nothing (recurring-28).
 */
export async function refuseMailbox(
  ports: SubscriptionPorts,
  { ip }: Pick<RequestContext, 'ip'>,
  token: string,
): Promise<void> {
  const link = planFor(ports, token, 'notMe')
  if (!link || !isUuid(link.id)) return
  await ports.write(async (tx) => {
    const subscription = await findSubscription(tx, link.id)
    if (!subscription || subscription.guestEmail === null || !isRefusable(subscription, subscription.guestEmail)) return
    if (subscription.linkNumber !== link.linkNumber) return
    const ids = (await guestPlansOf(tx, subscription.guestEmail)).map(({ id }) => id)
    // In one order, so that two requests can't wait for each other.
    await lockSubscriptions(tx, ids)
    for (const id of ids) {
      const held = await lockSubscription(tx, id)
      if (!held || !isRefusable(held, subscription.guestEmail)) continue
      await suspendSubscription(
        ports,
        tx,
        { ...held, linkNumber: held.linkNumber + 1 },
        { state: 'paused', reason: 'email-refused' },
      )
      await record(tx, {
        actor: { kind: 'visitor' },
        act: 'subscriptions.email-refused',
        object: `subscription:${held.id}`,
        at: ports.clock(),
        ip,
      })
    }
  })
}

/** Whether a plan is a guest's, has this mailbox, is not over and not refused yet. */
const isRefusable = ({ guestEmail, state, reason }: Subscription, mailbox: string): boolean =>
  guestEmail?.toLowerCase() === mailbox.toLowerCase() && isActive(state) && reason !== 'email-refused'

/**
 * Pauses guests' plans whose mailbox the mail server has refused for good, twice since the plan was last changed
 * (recurring-28). Returns how many.
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
