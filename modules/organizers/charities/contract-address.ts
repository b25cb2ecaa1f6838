import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = z.string().regex(/^\d{1,18}$/)

const address = z.object({
  name: z.string(),
  subdomain: z.string(),
  /** When the address can be changed again; null: now. */
  changeableFrom: z.string().nullable(),
  /** Former addresses of the charity, which redirect. */
  former: z.array(z.string()),
})
z.globalRegistry.add(address, { id: 'CharityAddress', description: 'The address of a charity and those it had.' })

const closing = z.object({
  name: z.string(),
  /** Null if no owner has requested it. */
  requestedAt: z.string().nullable(),
  /** Whether the viewer requested it; then another owner or staff must agree. */
  isOwnRequest: z.boolean(),
})
z.globalRegistry.add(closing, { id: 'CharityClosing', description: 'Whether an owner asked to close a charity.' })

export const charityAddressContract = {
  'GET /v4/former-subdomains/:subdomain': endpoint({
    access: 'anyone',
    summary: 'Find the present address of a charity',
    description: 'Returns the subdomain of the charity that had this one before. Anyone may call it.',
    input: z.object({ subdomain: z.string().max(100) }),
    output: z.object({ subdomain: z.string() }),
    refuses: ['charity-not-found'],
  }),
  'GET /v4/organizations/:organizationId/subdomain': endpoint({
    access: 'signed-in',
    summary: 'Get the address of a charity',
    description: 'Returns the address of a charity and when it can be changed. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: address,
    refuses: ['charity-not-found'],
  }),
  'PUT /v4/organizations/:organizationId/subdomain': endpoint({
    access: 'signed-in',
    summary: 'Change the address of a charity',
    description:
      'Changes the subdomain of a charity and its general fund, once in 30 days; the old one redirects. Requires an owner of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId, subdomain: z.string().max(100) }),
    output: address,
    refuses: [
      'charity-not-found',
      'subdomain-unavailable',
      'subdomain-changed-lately',
      'prove-yourself',
      'factor-removed-lately',
    ],
  }),
  'GET /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Get whether a charity is to be closed',
    description: 'Returns whether an owner asked to close the charity. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: closing,
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Close a charity',
    description:
      'Asks to close the charity, or closes it if another owner asked. Requires an owner of the charity and a recent proof of identity.',
    perMinute: 10,
    input: z.object({ organizationId }),
    output: z.object({ state: z.enum(['asked', 'closed']) }),
    refuses: ['charity-not-found', 'charity-closed', 'prove-yourself', 'factor-removed-lately'],
  }),
  'DELETE /v4/organizations/:organizationId/closing': endpoint({
    access: 'signed-in',
    summary: 'Withdraw the closing of a charity',
    description: 'Withdraws the request to close the charity. Requires an owner of the charity.',
    input: z.object({ organizationId }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'charity-closed'],
  }),
  'POST /v4/staff/charities/:organizationId/closing': endpoint({
    access: 'staff',
    roles: ['admin'],
    summary: 'Close a charity as staff',
    description: 'Closes a charity whose owner asked for it. Requires the admin role, and no membership.',
    input: z.object({ organizationId }),
    output: z.object({ done: z.literal(true) }),
    refuses: ['charity-not-found', 'charity-closed', 'closing-not-asked', 'own-charity'],
  }),
}
