import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import type { charityPageContract } from './contract-page.ts'
import { readCharityPage } from './page/public-page.ts'
import { addReport, listOwnReports, removeReport, sendReport } from './page/reports.ts'
import type { CharityPorts } from './ports.ts'

export const charityPageHandlers: Handlers<typeof charityPageContract, CharityPorts, Viewer> = {
  'GET /v4/organizations/by-subdomain/:subdomain': ({ app, input }) => readCharityPage(app, input.subdomain),
  'GET /v4/organizations/by-subdomain/:subdomain/reports/:reportId': async ({ app, input }) =>
    answer({}, await sendReport(app, input)),
  'GET /v4/organizations/:organizationId/reports': ({ app, viewer, input }) =>
    listOwnReports(app, accountOf(viewer), BigInt(input.organizationId)),
  'POST /v4/organizations/:organizationId/reports': async ({ app, viewer, context, input }) => ({
    id: await addReport(app, accountOf(viewer), context, { ...input, organizationId: BigInt(input.organizationId) }),
  }),
  'DELETE /v4/organizations/:organizationId/reports/:reportId': async ({ app, viewer, context, input }) => {
    await removeReport(app, accountOf(viewer), context, { ...input, organizationId: BigInt(input.organizationId) })
    return { done: true }
  },
}
