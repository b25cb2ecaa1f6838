import type { RequestFacts } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import { record } from '#modules/platform/audit/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { planFor } from '../managing/links.ts'
import type { SubscriptionPorts } from '../port.ts'
import { lockSubscription } from '../subscription-queries.ts'
import { suspendSubscription } from '../states/suspend.ts'
import { refusedMailboxes } from './mailbox-queries.ts'

/**
 * The reader of a mail is not the donor of its plan: pauses the plan, mails nothing more about it and makes every link
 * void. Answers nothing, also to a link that opens nothing (recurring-28).
 */
export async function refuseMailbox(
  ports: SubscriptionPorts,
  { ip }: Pick<RequestFacts, 'ip'>,
  token: string,
): Promise<void> {
  const of = planFor(ports, token, 'notMe')
  if (!of || !isUuid(of.id)) return
  await ports.write(async (tx) => {
    const held = await lockSubscription(tx, of.id)
    if (!held || held.guestId === null || held.linkNumber !== of.linkNumber || !isActive(held.state)) return
    await suspendSubscription(
      ports,
      tx,
      { ...held, linkNumber: held.linkNumber + 1 },
      { state: 'paused', because: 'email-refused' },
    )
    await record(tx, {
      actor: { kind: 'visitor' },
      act: 'subscriptions.email-refused',
      object: `subscription:${held.id}`,
      at: ports.clock(),
      ip,
    })
  })
}

/**
 * Pauses guests' plans whose mailbox the mail server has refused for good, twice since the plan was last changed
 * (recurring-28). Returns how many.
 */
export async function pauseUndeliverable(ports: SubscriptionPorts, limit = 200): Promise<number> {
  const found = await refusedMailboxes(ports.db, limit)
  for (const { id, version } of found)
    await ports.write(async (tx) => {
      const held = await lockSubscription(tx, id)
      if (held?.version === version)
        await suspendSubscription(ports, tx, held, { state: 'paused', because: 'email-undeliverable' })
    })
  return found.length
}
