import type { RequestFacts } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { removePlanCard } from '#modules/money/cards/index.ts'
import { isPlanCollecting } from '../donor/donor-queries.ts'
import { withoutPerson } from '../erase-subscriptions.ts'
import { endSubscription } from '../managing/cancel.ts'
import { manage } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../port.ts'
import { openLinkFor } from './link-power.ts'

/**
 * Cancels a guest's plan, revokes its mandate, removes its card and erases its donor's details; donations and
 * receipts are kept as the law requires (recurring-25). Refused while a charge is under way (`gift-under-way`). Nothing
 * is mailed, for the mailbox is erased too.
 */
export async function eraseByLink(
  ports: SubscriptionPorts,
  facts: Pick<RequestFacts, 'ip' | 'locale'>,
  token: string,
): Promise<void> {
  const { version } = await openLinkFor(ports, token, 'change')
  await manage(
    ports,
    { by: { kind: 'link', token }, facts, version, act: 'subscriptions.erased' },
    async (tx, held) => {
      if (await isPlanCollecting(tx, held.id)) throw new Problem('conflict', 'gift-under-way')
      const erased = {
        ...held,
        guestEmail: null,
        guestName: null,
        linkNumber: held.linkNumber + 1,
        details: withoutPerson(held.details),
      }
      await endSubscription(tx, erased, ports.clock())
      await removePlanCard(ports, tx, held.id)
    },
  )
}
