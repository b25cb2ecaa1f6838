import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { removePlanCard } from '#modules/money/cards/index.ts'
import { isChargingPlan } from '../donor/donor-queries.ts'
import { withoutPersonalData } from '../erase-subscriptions.ts'
import { endSubscription } from '../managing/cancel.ts'
import { manage } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { openLinkFor } from './link-permission.ts'

/**
 * Cancels a guest's plan, revokes its mandate, removes its card and erases the donor's details; donations and receipts
 * are kept as the law requires (recurring-25). Refused during a charge (`donation-under-way`). Sends no mail, because
 * the address is erased too.
 */
export async function eraseByLink(
  ports: SubscriptionPorts,
  context: Pick<RequestContext, 'ip' | 'locale'>,
  token: string,
): Promise<void> {
  const { version } = await openLinkFor(ports, token, 'change')
  await manage(
    ports,
    { by: { kind: 'link', token }, context, version, act: 'subscriptions.erased' },
    async (tx, subscription) => {
      if (await isChargingPlan(tx, subscription.id)) throw new Problem('conflict', 'donation-under-way')
      const erased = {
        ...subscription,
        guestEmail: null,
        guestName: null,
        linkNumber: subscription.linkNumber + 1,
        details: withoutPersonalData(subscription.details),
      }
      await endSubscription(ports, tx, erased, ports.clock())
      await removePlanCard(ports, tx, subscription.id)
    },
  )
}
