import type { Handlers } from '#shared/endpoint.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { type MonthPorts, proposeMonth, readHijriYear, readMonthProposals, undoMonth } from './announce-month.ts'
import type { plansContract } from './contract.ts'
import { offerPlan, readBasics, readOwnPlans, readPlansOfCampaign } from './offers.ts'

/** Calls whose response depends on the viewer's subscriptions; `agreement` handles them. */
export type ViewerPlanCall = 'GET /v4/plans' | 'GET /v4/plans/by-slug/:slug' | 'GET /v4/plans/:givingPlanId'

export const plansHandlers: Omit<Handlers<typeof plansContract, MonthPorts, Viewer>, ViewerPlanCall> = {
  'GET /v4/plans/by-campaign/:campaignId': ({ app, input }) => readPlansOfCampaign(app, BigInt(input.campaignId)),
  'GET /v4/campaigns/:campaignId/basics': ({ app, input }) => readBasics(app, BigInt(input.campaignId)),
  'GET /v4/campaigns/:campaignId/plans': ({ app, viewer, input }) =>
    readOwnPlans(app, viewer, BigInt(input.campaignId)),
  'PUT /v4/campaigns/:campaignId/plans/:frequency': ({ app, viewer, input }) =>
    offerPlan(app, viewer, { ...input, campaignId: BigInt(input.campaignId) }),
  'GET /v4/hijri/months': ({ app, input }) => readHijriYear(app, input),
  'PUT /v4/staff/hijri/months': ({ app, viewer, context, input }) =>
    proposeMonth(app, { viewer: accountOf(viewer), context }, input),
  'GET /v4/staff/hijri/proposals': ({ app, viewer, input }) =>
    readMonthProposals(app, accountOf(viewer), input.calendar),
  'POST /v4/staff/hijri/months/undo': ({ app, viewer, context, input }) =>
    undoMonth(app, { viewer: accountOf(viewer), context }, input),
}
