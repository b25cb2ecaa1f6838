import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { isLinkValid, parseLinkToken } from './links.ts'
import { ownSubscription } from './own-subscription.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { findSubscription, lockSubscription, type Subscription } from '../subscription-queries.ts'
import { planViewOf } from '../views.ts'

/** The requester: the signed-in donor, or the holder of a mailed link, which opens only this subscription. */
export type PlanRequester =
  | { readonly kind: 'donor'; readonly viewer: Viewer; readonly id: string }
  | { readonly kind: 'link'; readonly token: string }

const notFound = () => new Problem('not-found', 'not-found')

/**
 * Returns the subscription of the requester. Throws `not-found` for another donor's subscription and for an invalid
 * link (security-3).
 */
export async function findOpenableSubscription(ports: SubscriptionPorts, by: PlanRequester): Promise<Subscription> {
  if (by.kind === 'donor') return ownSubscription(ports.db, by.viewer, by.id)
  const opening = parseLinkToken(ports, by.token)
  const subscription = opening && isUuid(opening.id) ? await findSubscription(ports.db, opening.id) : undefined
  if (!opening || !subscription || !isLinkValid(opening, subscription)) throw notFound()
  return subscription
}

export type ManageRequest = {
  readonly by: PlanRequester
  readonly context: Pick<RequestContext, 'ip' | 'locale'>
  /**
   * Version that the donor saw. If the version has changed, the request fails with 409 `subscription-changed` and the
   * current state. If missing, the change applies to any version.
   */
  readonly version?: number | undefined
  /** Action in the audit log, such as `subscriptions.paused`. */
  readonly act: string
  readonly details?: Readonly<Record<string, unknown>>
}

/**
 * Changes a locked subscription that has not ended. The change applies to every donation that no worker has claimed yet
 * (recurring-11). Returns the new state.
 */
export async function manage(
  ports: SubscriptionPorts,
  { by, context, version, act, details }: ManageRequest,
  write: (tx: Tx, subscription: Subscription) => Promise<void>,
): Promise<Subscription> {
  const { id } = await findOpenableSubscription(ports, by)
  const isStale = await ports.write(async (tx) => {
    const subscription = await lockSubscription(tx, id)
    if (!subscription) throw notFound()
    if (version !== undefined && subscription.version !== version) return true
    if (!isActive(subscription.state)) throw new Problem('conflict', 'subscription-over')
    await write(tx, subscription)
    await record(tx, {
      actor:
        by.kind === 'donor' && subscription.accountId
          ? { kind: 'account', id: subscription.accountId }
          : { kind: 'visitor' },
      act,
      object: `subscription:${id}`,
      at: ports.clock(),
      ip: context.ip,
      ...(details ? { details } : {}),
    })
    return false
  })
  const now = required(await findSubscription(ports.db, id), 'subscription')
  if (isStale)
    // A link shows only a part of the subscription, so its holder doesn't get the full view.
    throw new Problem('conflict', 'subscription-changed', {
      more: by.kind === 'donor' ? { subscription: await planViewOf(ports, now, context.locale) } : {},
    })
  return now
}
