import { findPresentSubdomain } from '#modules/causes/organizations/index.ts'
import { accountOf, type AccountViewer, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { charityAddressContract } from './contract-address.ts'
import type { CharityPorts } from './ports.ts'
import { requestClosing, closeAsStaff, readClosing, withdrawClosing } from './settings/close-charity.ts'
import { changeSubdomain, readSubdomain } from './settings/change-subdomain.ts'

async function addressView(app: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { name, subdomain, changeableFrom, former } = await readSubdomain(app, viewer, organizationId)
  return { name, subdomain, changeableFrom, former: [...former] }
}

export const charityAddressHandlers: Handlers<typeof charityAddressContract, CharityPorts, Viewer> = {
  'GET /v4/former-subdomains/:subdomain': async ({ app, input }) => {
    const subdomain = await findPresentSubdomain(app.db, input.subdomain)
    if (subdomain === undefined) throw new Problem('not-found', 'charity-not-found')
    return { subdomain }
  },
  'GET /v4/organizations/:organizationId/subdomain': ({ app, viewer, input }) =>
    addressView(app, accountOf(viewer), BigInt(input.organizationId)),
  'PUT /v4/organizations/:organizationId/subdomain': async ({ app, viewer, context, input }) => {
    const organizationId = BigInt(input.organizationId)
    await changeSubdomain(app, accountOf(viewer), context, { organizationId, subdomain: input.subdomain })
    return addressView(app, accountOf(viewer), organizationId)
  },
  'GET /v4/organizations/:organizationId/closing': async ({ app, viewer, input }) => {
    const { requestedAt, ...closing } = await readClosing(app, accountOf(viewer), BigInt(input.organizationId))
    return { ...closing, requestedAt }
  },
  'POST /v4/organizations/:organizationId/closing': async ({ app, viewer, context, input }) => ({
    state: await requestClosing(app, accountOf(viewer), context, BigInt(input.organizationId)),
  }),
  'DELETE /v4/organizations/:organizationId/closing': async ({ app, viewer, context, input }) => {
    await withdrawClosing(app, accountOf(viewer), context, BigInt(input.organizationId))
    return { done: true }
  },
  'POST /v4/staff/charities/:organizationId/closing': async ({ app, viewer, context, input }) => {
    await closeAsStaff(app, accountOf(viewer), context, BigInt(input.organizationId))
    return { done: true }
  },
}
