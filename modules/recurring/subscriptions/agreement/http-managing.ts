import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { cancelSubscription } from './managing/cancel.ts'
import { changePlan } from './managing/change-plan.ts'
import { renewConsent } from './consent/renew-consent.ts'
import type { managingContract } from '../contract-managing.ts'
import type { PlanRequester } from './managing/manage.ts'
import { pauseSubscription } from './managing/pause.ts'
import type { SubscriptionPorts } from './ports.ts'
import { resumeSubscription } from './managing/resume.ts'
import { skipDonation } from './managing/skip-donation.ts'
import { restoreSkippedDonation } from './managing/restore-donation.ts'
import { planViewOf } from './views.ts'

const donor = (viewer: Viewer, { subscriptionId }: { subscriptionId: string }): PlanRequester => ({
  kind: 'donor',
  viewer,
  id: subscriptionId,
})

export const managingHandlers: Handlers<typeof managingContract, SubscriptionPorts, Viewer> = {
  'PATCH /v4/subscriptions/:subscriptionId': async ({ app, viewer, context, input }) =>
    planViewOf(app, await changePlan(app, viewer, context, input), context.locale),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/skip': async ({ app, viewer, context, input }) =>
    planViewOf(
      app,
      await skipDonation(app, { by: donor(viewer, input), context, key: input.key, version: input.version }),
      context.locale,
    ),
  'POST /v4/subscriptions/:subscriptionId/donations/:key/take': async ({ app, viewer, context, input }) =>
    planViewOf(
      app,
      await restoreSkippedDonation(app, { by: donor(viewer, input), context, key: input.key, version: input.version }),
      context.locale,
    ),
  'POST /v4/subscriptions/:subscriptionId/pause': async ({ app, viewer, context, input }) =>
    planViewOf(
      app,
      await pauseSubscription(app, { by: donor(viewer, input), context, version: input.version, until: input.until }),
      context.locale,
    ),
  'POST /v4/subscriptions/:subscriptionId/resume': async ({ app, viewer, context, input }) =>
    planViewOf(
      app,
      await resumeSubscription(app, { by: donor(viewer, input), context, version: input.version }),
      context.locale,
    ),
  'POST /v4/subscriptions/:subscriptionId/cancel': async ({ app, viewer, context, input }) =>
    planViewOf(
      app,
      await cancelSubscription(app, { by: donor(viewer, input), context, version: input.version }),
      context.locale,
    ),
  'POST /v4/subscriptions/:subscriptionId/agree': ({ app, viewer, input, context }) =>
    renewConsent(app, viewer, context, input.subscriptionId),
}
