import { z } from 'zod'
import { numericIdInput } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { campaignCard } from '#modules/causes/campaigns/contract.ts'

const projectId = numericIdInput

export const favouritesContract = {
  'POST /api/user/favorite': endpoint({
    access: 'signed-in',
    summary: 'Change the Giving List',
    description:
      'Adds a campaign to the Giving List of the signed-in account or removes it, and returns whether it is on the list.',
    input: z.object({ verb: z.enum(['add', 'remove']), project_id: projectId }),
    output: z.object({ favorited: z.boolean() }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/user/favorites': endpoint({
    access: 'signed-in',
    summary: 'Check the Giving List',
    description:
      'Returns which of the given campaign ids, separated by commas, are on the Giving List of the signed-in account.',
    input: z.object({ ids: z.string().regex(/^\d{1,18}(,\d{1,18}){0,99}$/) }),
    output: z.array(z.string()),
  }),
  'GET /v4/account/giving-list': endpoint({
    access: 'signed-in',
    summary: 'Get the Giving List',
    description:
      'Returns the Giving List of the signed-in account, last added first; amounts are in minor units. `before` gets the next page.',
    input: z.object({
      limit: z.coerce.number().int().min(1).max(60).default(24),
      before: z.string().max(40).optional(),
    }),
    output: z.object({ campaigns: z.array(campaignCard), next: z.string().nullable() }),
  }),
}
