import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { subscriptionsContract } from '../contract.ts'
import type { SubscriptionPorts } from './ports.ts'
import { previewPlan } from './pricing/preview.ts'
import { readSubscription, readSubscriptions } from './read-subscriptions.ts'
import { subscribeAsGuest } from './starting/subscribe-guest.ts'
import { subscribe } from './subscribe.ts'

export const subscriptionsHandlers: Handlers<typeof subscriptionsContract, SubscriptionPorts, Viewer> = {
  'POST /v4/subscriptions/preview': ({ app, input, context }) => previewPlan(app, context, input),
  'POST /v4/subscriptions': ({ app, viewer, input, context }) =>
    viewer.kind !== 'account' && input.guest
      ? subscribeAsGuest(app, context, input)
      : subscribe(app, accountOf(viewer), context, input),
  'GET /v4/users/:userId/subscriptions': ({ app, viewer, input, context }) =>
    readSubscriptions(app, viewer, context, input.userId),
  'GET /v4/subscriptions/:subscriptionId': ({ app, viewer, input, context }) =>
    readSubscription(app, viewer, context, input.subscriptionId),
}
