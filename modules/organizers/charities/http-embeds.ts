import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { charityEmbedsContract } from './contract-embeds.ts'
import type { CharityPorts } from './ports.ts'
import { changeEmbedHosts, readEmbedHosts } from './settings/embed-hosts.ts'

export const charityEmbedsHandlers: Handlers<typeof charityEmbedsContract, CharityPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/embed-hosts': ({ app, viewer, input }) =>
    readEmbedHosts(app, accountOf(viewer), BigInt(input.organizationId)),
  'PUT /v4/organizations/:organizationId/embed-hosts': async ({ app, viewer, context, input }) => {
    const organizationId = BigInt(input.organizationId)
    await changeEmbedHosts(app, accountOf(viewer), context, { organizationId, hosts: input.hosts })
    return readEmbedHosts(app, accountOf(viewer), organizationId)
  },
}
