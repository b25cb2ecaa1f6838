import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { ownSubscription } from './managing/own-subscription.ts'
import type { SubscriptionPorts } from './ports.ts'
import { subscriptionsOf } from './subscription-queries.ts'
import { summaryOf, planViewOf } from './views.ts'

/** Returns the viewer's subscriptions, newest first; throws `not-found` for another account's id. */
export async function readSubscriptions(
  ports: SubscriptionPorts,
  viewer: Viewer,
  context: RequestContext,
  userId: string,
) {
  if (viewer.kind !== 'account' || viewer.accountId !== userId) throw new Problem('not-found', 'not-found')
  const own = await subscriptionsOf(ports.db, viewer.accountId)
  return { subscriptions: await Promise.all(own.map((subscription) => summaryOf(ports, subscription, context.locale))) }
}

export const readSubscription = async (ports: SubscriptionPorts, viewer: Viewer, context: RequestContext, id: string) =>
  planViewOf(ports, await ownSubscription(ports.db, viewer, id), context.locale)
