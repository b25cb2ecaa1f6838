import { fundraiserRequests } from '#modules/organizers/fundraising/index.ts'
import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { dayMs } from '#shared/time.ts'
import { authorizeForCharity } from './authorize-for-charity.ts'
import type { charityFundraisersContract } from './contract-fundraisers.ts'
import type { CharityPorts } from './ports.ts'

/** Maximum of a list; more fundraisers are listed once these are decided. */
const requestsMax = 50

export const charityFundraisersHandlers: Handlers<typeof charityFundraisersContract, CharityPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/fundraiser-requests': async ({ app, viewer, input }) => {
    const organizationId = BigInt(input.organizationId)
    await authorizeForCharity(app, accountOf(viewer), organizationId, 'fundraisers', 'reading')
    const requests = await fundraiserRequests.list(app.db, organizationId, requestsMax)
    return {
      requests: requests.map(({ campaignId, name, submittedAt, ...fundraiser }) => ({
        ...fundraiser,
        campaignId: String(campaignId),
        title: name,
        submittedAt,
        decidedWithoutAt: new Date(submittedAt.getTime() + fundraiserRequests.days * dayMs),
      })),
    }
  },
  'POST /v4/organizations/:organizationId/fundraiser-requests/:submissionId/decision': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    const account = accountOf(viewer)
    const organizationId = BigInt(input.organizationId)
    await authorizeForCharity(app, account, organizationId, 'fundraisers')
    await fundraiserRequests.decide(app, { ...input, organizationId, accountId: account.accountId, ip: context.ip })
    return { done: true }
  },
}
