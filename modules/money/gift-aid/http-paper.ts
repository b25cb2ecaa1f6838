import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { answer, type Handlers } from '#shared/endpoint.ts'
import type { paperContract } from './contract-paper.ts'
import { endPaper } from './declarations/end-paper.ts'
import { enterPaper, listPaper, openScan, type PaperPorts } from './declarations/paper.ts'

export const paperHandlers: Handlers<typeof paperContract, PaperPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/gift-aid/paper': ({ app, viewer, context, input }) =>
    listPaper(app, { viewer: accountOf(viewer), context }, BigInt(input.organizationId)),
  'POST /v4/organizations/:organizationId/gift-aid/paper': async ({ app, viewer, context, input }) => ({
    id: await enterPaper(
      app,
      { viewer: accountOf(viewer), context },
      { ...input, organizationId: BigInt(input.organizationId) },
    ),
  }),
  'POST /v4/organizations/:organizationId/gift-aid/paper/:declarationId/end': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    const { declarationId, from } = input
    const member = { viewer: accountOf(viewer), context }
    await endPaper(app, member, { organizationId: BigInt(input.organizationId), declarationId, from })
    return {}
  },
  'GET /v4/organizations/:organizationId/gift-aid/paper/:declarationId/scan': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    const { declarationId } = input
    const member = { viewer: accountOf(viewer), context }
    return answer({}, await openScan(app, member, { organizationId: BigInt(input.organizationId), declarationId }))
  },
}
