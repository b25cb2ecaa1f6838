import type { Handlers } from '#shared/endpoint.ts'
import type { Ports } from '#shared/ports.ts'
import type { Viewer } from '#modules/identity/index.ts'
import { announceMonth, readHijriYear } from './announce-month.ts'
import type { plansContract } from './contract.ts'
import { offerPlan, readBasics, readPlan, readPlans, readPlansOfCampaign, readSelectedPlan } from './offers.ts'

export const plansHandlers: Handlers<typeof plansContract, Ports, Viewer> = {
  'GET /v4/plans': ({ app, input }) => readPlans(app, input),
  'GET /v4/plans/by-campaign/:campaignId': ({ app, input }) => readPlansOfCampaign(app, BigInt(input.campaignId)),
  'GET /v4/plans/by-slug/:slug': ({ app, input }) => readSelectedPlan(app, { slug: input.slug, frequencyType: input.frequencyType }),
  'GET /v4/plans/:givingPlanId': ({ app, input }) => readPlan(app, input.givingPlanId),
  'GET /v4/campaigns/:campaignId/basics': ({ app, input }) => readBasics(app, BigInt(input.campaignId)),
  'PUT /v4/campaigns/:campaignId/plans/:frequency': ({ app, viewer, input }) => offerPlan(app, viewer, { ...input, campaignId: BigInt(input.campaignId) }),
  'GET /v4/hijri/months': ({ app, input }) => readHijriYear(app, input),
  'PUT /v4/staff/hijri/months': ({ app, viewer, input }) => announceMonth(app, viewer, input),
}
