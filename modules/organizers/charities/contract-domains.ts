import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { numericId } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId
const host = z.string().min(1).max(253)

const domain = z.object({
  host: z.string(),
  /** `waiting`: never found; `missing`: no longer in DNS; `dropped`: missing three times in a row. */
  state: z.enum(['waiting', 'verified', 'missing', 'dropped']),
  /** Whether the charity's public addresses use this domain. */
  isPrimary: z.boolean(),
  record: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  addedAt: instant,
  verifiedAt: instant.nullable(),
  checkedAt: instant.nullable(),
  missingSince: instant.nullable(),
  /** When DNS stopped responding. */
  unreachableSince: instant.nullable(),
  droppedAt: instant.nullable(),
})

const domains = z.object({
  charity: z.object({ id: z.string(), name: z.string(), subdomain: z.string() }),
  /** Whether the member can change the domains. */
  canChange: z.boolean(),
  max: z.number(),
  /** Whether /dev/dns sets the records of names below .test; never in production. */
  hasDemoDns: z.boolean(),
  /** The platform's host, which the domains must point to. */
  target: z.string(),
  domains: z.array(domain),
})
z.globalRegistry.add(domains, {
  id: 'CharityDomains',
  description: 'The domains of a charity, with the TXT record that proves each.',
})

const ofOwners = ['charity-not-found', 'reauthentication-required', 'factor-removed-lately']

/** Calls about the domains of charities. */
export const charityDomainsContract = {
  'GET /v4/organizations/:organizationId/domains': endpoint({
    access: 'signed-in',
    summary: 'List the domains of a charity',
    description: 'Returns the domains of a charity and the TXT record of each. Requires a member of the charity.',
    input: z.object({ organizationId }),
    output: domains,
    refuses: ['charity-not-found'],
  }),
  'POST /v4/organizations/:organizationId/domains': endpoint({
    access: 'signed-in',
    summary: 'Add a domain of a charity',
    description:
      'Adds a domain, at most five; it is used once its TXT record is found. Requires an owner of the charity and a recent verification of identity.',
    perMinute: 20,
    input: z.object({ organizationId, host: z.string().max(300) }),
    output: domains,
    refuses: [
      ...ofOwners,
      'domain-missing',
      'domain-has-more',
      'domain-is-ip',
      'domain-single-label',
      'domain-public-suffix',
      'domain-own',
      'domain-not-valid',
      'domain-listed',
      'domain-taken',
      'too-many-domains',
      'ownership-change-pending',
    ],
  }),
  'POST /v4/organizations/:organizationId/domains/:host/checks': endpoint({
    access: 'signed-in',
    summary: 'Check a domain of a charity',
    description:
      'Looks up the TXT record of a domain, at most ten times an hour for each charity. Requires an owner of the charity.',
    perMinute: 20,
    input: z.object({ organizationId, host }),
    output: domains,
    refuses: [
      'charity-not-found',
      'domain-not-found',
      'domain-taken',
      'too-many-domain-checks',
      'ownership-change-pending',
    ],
  }),
  'PUT /v4/organizations/:organizationId/primary-domain': endpoint({
    access: 'signed-in',
    summary: 'Choose the domain of public addresses',
    description:
      'Sets the verified domain that the charity’s public addresses use, or none if it is null. Requires an owner of the charity and a recent verification of identity.',
    perMinute: 20,
    input: z.object({ organizationId, host: host.nullable() }),
    output: domains,
    refuses: [...ofOwners, 'domain-not-found', 'domain-not-verified', 'ownership-change-pending'],
  }),
  'DELETE /v4/organizations/:organizationId/domains/:host': endpoint({
    access: 'signed-in',
    summary: 'Remove a domain of a charity',
    description:
      'Removes a domain; its addresses stop working. Requires an owner of the charity and a recent verification of identity.',
    perMinute: 20,
    input: z.object({ organizationId, host }),
    output: domains,
    refuses: [...ofOwners, 'domain-not-found', 'ownership-change-pending'],
  }),
  'GET /v4/dev/dns': endpoint({
    access: 'anyone',
    summary: 'List development TXT records',
    description: 'Returns the TXT records of a demo; in production it answers 404. Anyone may call it.',
    input: z.object({}),
    output: z.object({ records: z.array(z.object({ name: z.string(), value: z.string() })) }),
    refuses: ['not-found'],
  }),
  'PUT /v4/dev/dns': endpoint({
    access: 'anyone',
    summary: 'Set a development TXT record',
    description:
      'Sets the TXT record of a name below .test in a demo, or removes it if the value is empty; in production it answers 404. Anyone may call it.',
    input: z.object({
      name: z
        .string()
        .trim()
        .toLowerCase()
        .max(253)
        .regex(/^([a-z0-9_-]+\.)+test$/),
      value: z.string().trim().max(255),
    }),
    output: z.object({ records: z.array(z.object({ name: z.string(), value: z.string() })) }),
    refuses: ['not-found'],
  }),
}
