import { z } from 'zod'
import { numericId } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'

const organizationId = numericId

const embeds = z.object({
  charity: z.object({ id: z.string(), name: z.string(), subdomain: z.string() }),
  /** Origins such as `https://www.example.org`; if empty, no website may show the form. */
  hosts: z.array(z.string()),
  /** Whether the member can change them. */
  canChange: z.boolean(),
  /** Whether `http://localhost:<port>` is accepted; never in production. */
  allowsLocal: z.boolean(),
})
z.globalRegistry.add(embeds, {
  id: 'EmbedHosts',
  description: 'Websites that may show the donation form of a charity in a frame.',
})

/** Calls about the websites that may embed a charity's donation form. */
export const charityEmbedsContract = {
  'GET /v4/organizations/:organizationId/embed-hosts': endpoint({
    access: 'signed-in',
    summary: 'List websites that may show the donation form',
    description: 'Returns the websites that may show the donation form of a charity. Requires a member of the charity.',
    input: z.object({ organizationId }),
    output: embeds,
    refuses: ['charity-not-found'],
  }),
  'PUT /v4/organizations/:organizationId/embed-hosts': endpoint({
    access: 'signed-in',
    summary: 'Change websites that may show the donation form',
    description:
      'Replaces the list of websites that may show the donation form: at most 10 https hosts, without wildcards. Requires an owner or admin of the charity and a recent proof of identity.',
    perMinute: 20,
    input: z.object({ organizationId, hosts: z.array(z.string().max(300)).max(100) }),
    output: embeds,
    refuses: [
      'charity-not-found',
      'embed-host-not-valid',
      'too-many-embed-hosts',
      'reauthentication-required',
      'factor-removed-lately',
      'ownership-change-pending',
    ],
  }),
}
