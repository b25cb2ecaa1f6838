import { one } from '#shared/collections.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import type { plansContract, PlanView } from '#modules/recurring/plans/contract.ts'
import {
  canCountForReferral,
  type ViewerPlanCall,
  readPlan,
  readPlans,
  readSelectedPlan,
} from '#modules/recurring/plans/index.ts'
import type { SubscriptionPorts } from './ports.ts'
import { plansGivenBy } from './donor/donor-queries.ts'

/**
 * Adds to S2 §3 "Giving plan" whether the viewer has the plan (`signedUp`), and whether the operator allows referral
 * codes for it.
 */
async function withViewerData(app: SubscriptionPorts, viewer: Viewer, plans: readonly PlanView[]) {
  const given = viewer.kind === 'account' ? await plansGivenBy(app.db, viewer.accountId) : new Set<string>()
  return Promise.all(
    plans.map(async (plan) => ({
      ...plan,
      signedUp: given.has(plan.id),
      takesCodes: await canCountForReferral(app, plan),
    })),
  )
}

/** Calls of `plans` whose response depends on the viewer's subscriptions. */
export const offersHandlers: Pick<Handlers<typeof plansContract, SubscriptionPorts, Viewer>, ViewerPlanCall> = {
  'GET /v4/plans': async ({ app, viewer, context, input }) => ({
    plans: await withViewerData(app, viewer, (await readPlans(app, input, context.locale)).plans),
  }),
  'GET /v4/plans/by-slug/:slug': async ({ app, viewer, context, input }) =>
    one(
      await withViewerData(app, viewer, [
        await readSelectedPlan(app, { slug: input.slug, frequencyType: input.frequencyType }, context.locale),
      ]),
    ),
  'GET /v4/plans/:givingPlanId': async ({ app, viewer, context, input }) =>
    one(await withViewerData(app, viewer, [await readPlan(app, input.givingPlanId, context.locale)])),
}
