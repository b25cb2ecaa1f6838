import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId

const address = z.object({
  name: z.string(),
  subdomain: z.string(),
  /** The time from which it can be changed again; null: now. */
  changeableFrom: instant.nullable(),
  /** Earlier subdomains, which redirect. */
  former: z.array(z.string()),
})
z.globalRegistry.add(address, { id: 'CharityAddress', description: 'The subdomain of a charity and its earlier ones.' })

const closing = z.object({
  name: z.string(),
  /** Null: no owner requested it. */
  requestedAt: instant.nullable(),
  /** Whether the viewer requested it, so another owner or staff must agree. */
  isOwnRequest: z.boolean(),
})
z.globalRegistry.add(closing, { id: 'CharityClosing', description: 'The request of an owner to close a charity.' })

export const charityAddressContract = {
  'GET /v4/former-subdomains/:subdomain': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Find the current subdomain of a charity',
    description: 'Returns the current subdomain of the charity that used this one earlier. Anyone may call it.',
    input: z.object({ subdomain: z.string().max(100) }),
    output: z.object({ subdomain: z.string() }),
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:organizationId/subdomain': endpoint({
    access: 'signed-in',
    summary: 'Get the subdomain of a charity',
    description: 'Returns the subdomain of a charity and when it can be changed. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: address,
    refuses: ['charity-not-found'],
  }),
  'PUT /v4/organizations/:organizationId/subdomain': endpoint({
    access: 'signed-in',
    summary: 'Change the subdomain of a charity',
    description:
      'Changes the subdomain of a charity and its general fund, once in 30 days; the old one redirects. Requires an owner of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, subdomain: z.string().max(100) }),
    output: address,
    refuses: [
      'charity-not-found',
      'subdomain-unavailable',
      'subdomain-changed-lately',
      'reauthentication-required',
      'factor-removed-lately',
      'ownership-change-pending',
    ],
  }),
  'GET /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Get the closing request of a charity',
    description: 'Returns whether an owner requested to close the charity. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: closing,
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Close a charity',
    description:
      'Requests to close the charity, or closes it if another owner has requested it. Requires an owner of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId }),
    output: z.object({ state: z.enum(['requested', 'closed']) }),
    refuses: [
      'charity-not-found',
      'charity-closed',
      'reauthentication-required',
      'factor-removed-lately',
      'ownership-change-pending',
    ],
  }),
  'DELETE /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Withdraw the closing request of a charity',
    description: 'Withdraws the request to close the charity. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'charity-closed', 'ownership-change-pending'],
  }),
  'POST /v4/staff/charities/:organizationId/closing': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Close a charity as staff',
    description:
      'Closes a charity whose owner requested it. Requires the admin role; members of the charity can’t call it.',
    input: z.object({ organizationId }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'charity-closed', 'closing-not-requested', 'own-charity'],
  }),
}
