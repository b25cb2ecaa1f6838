import { isUuid } from '#shared/ids.ts'
import type { Db } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { findSubscription, type Subscription } from '../subscription-queries.ts'

/** Returns a subscription of the viewer. Throws `not-found` for another donor's, as for a missing one (security-3). */
export async function ownSubscription(db: Db, viewer: Viewer, id: string): Promise<Subscription> {
  const subscription = viewer.kind === 'account' && isUuid(id) ? await findSubscription(db, id) : undefined
  if (!subscription || viewer.kind !== 'account' || subscription.accountId !== viewer.accountId)
    throw new Problem('not-found', 'not-found')
  return subscription
}
