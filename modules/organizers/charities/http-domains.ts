import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers, RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { charityDomainsContract } from './contract-domains.ts'
import { addDomain, choosePrimaryDomain, removeDomain } from './domains/change-domains.ts'
import { checkDomain } from './domains/check-domains.ts'
import { readDomains } from './domains/read-domains.ts'
import type { CharityPorts, DemoDns } from './ports.ts'

type Call = {
  readonly viewer: Viewer
  readonly context: RequestContext
  readonly input: { readonly organizationId: string }
}
const ownerOf = ({ viewer, context, input }: Call) => ({
  viewer: accountOf(viewer),
  context,
  organizationId: BigInt(input.organizationId),
})
const listOf = (app: CharityPorts, call: Call) =>
  readDomains(app, accountOf(call.viewer), BigInt(call.input.organizationId))

const demoDnsOf = ({ demoDns }: CharityPorts): DemoDns => {
  if (!demoDns) throw new Problem('not-found', 'not-found')
  return demoDns
}

export const charityDomainsHandlers: Handlers<typeof charityDomainsContract, CharityPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/domains': ({ app, ...call }) => listOf(app, call),
  'POST /v4/organizations/:organizationId/domains': async ({ app, ...call }) => {
    await addDomain(app, ownerOf(call), call.input.host)
    return listOf(app, call)
  },
  'POST /v4/organizations/:organizationId/domains/:host/checks': async ({ app, ...call }) => {
    const { viewer, context, organizationId } = ownerOf(call)
    await checkDomain(app, viewer, context, { organizationId, host: call.input.host })
    return listOf(app, call)
  },
  'PUT /v4/organizations/:organizationId/primary-domain': async ({ app, ...call }) => {
    await choosePrimaryDomain(app, ownerOf(call), call.input.host)
    return listOf(app, call)
  },
  'DELETE /v4/organizations/:organizationId/domains/:host': async ({ app, ...call }) => {
    await removeDomain(app, ownerOf(call), call.input.host)
    return listOf(app, call)
  },
  'GET /v4/dev/dns': async ({ app }) => ({ records: await demoDnsOf(app).list() }),
  'PUT /v4/dev/dns': async ({ app, input }) => {
    await demoDnsOf(app).set(input.name, input.value)
    return { records: await demoDnsOf(app).list() }
  },
}
