import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { fileAnswer } from '#modules/organizers/organizing/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { referralsContract } from './contract.ts'
import { exportReferrals } from './export-referrals.ts'
import { listReferrals, readStats } from './list-referrals.ts'
import { makeReferer } from './make-referer.ts'
import type { ReferralPorts } from './ports.ts'
import { isReferralCodeValid, qrOfLink, readByCode, readOwnReferers, readReferer } from './read-referer.ts'
import { planIdsOf } from './rules/plan-ids.ts'

const request = ({
  campaignId,
  givingPlanId,
}: {
  readonly campaignId: string
  readonly givingPlanId?: string | undefined
}) => ({
  campaignId: BigInt(campaignId),
  planIds: planIdsOf(givingPlanId),
})

export const referralsHandlers: Handlers<typeof referralsContract, ReferralPorts, Viewer> = {
  'POST /v4/referers': ({ app, viewer, input }) => makeReferer(app, accountOf(viewer), input),
  'GET /v4/referers/:campaignId': ({ app, viewer, input }) => readReferer(app, accountOf(viewer), request(input)),
  'GET /v4/referers/by-code/:code/:givingPlanId': ({ app, input }) => readByCode(app, input),
  'GET /v4/referral-codes/:code': async ({ app, input: { code, campaignId, givingPlanId } }) => {
    if (givingPlanId !== undefined) return { counts: await isReferralCodeValid(app, code, { planId: givingPlanId }) }
    return {
      counts: campaignId !== undefined && (await isReferralCodeValid(app, code, { campaignId: BigInt(campaignId) })),
    }
  },
  'GET /v4/referers/:campaignId/referrals': ({ app, viewer, input }) =>
    listReferrals(app, accountOf(viewer), { ...input, ...request(input) }),
  'GET /v4/referers/:campaignId/referrals/stats': ({ app, viewer, input }) =>
    readStats(app, accountOf(viewer), request(input)),
  'GET /v4/referers/:campaignId/referrals/download/csv': async ({ app, viewer, context, input }) =>
    fileAnswer(await exportReferrals(app, accountOf(viewer), context, request(input))),
  'GET /v4/account/referrals': ({ app, viewer }) => readOwnReferers(app, accountOf(viewer)),
  'GET /v4/account/referrals/:campaignId/:file': ({ app, viewer, input }) =>
    qrOfLink(app, accountOf(viewer), { campaignId: BigInt(input.campaignId), givingPlanId: input.givingPlanId }),
}
