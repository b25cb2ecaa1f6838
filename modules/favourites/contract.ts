import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { campaignCard } from '#modules/campaigns/contract.ts'

const projectId = z.union([z.string().regex(/^\d{1,18}$/), z.number().int().positive()]).transform(String)

export const favouritesContract = {
  'POST /api/user/favorite': endpoint({
    access: 'signed-in',
    summary: 'Puts a fundraiser on the Giving List of the account that asks, or takes it off; answers how it stands.',
    input: z.object({ verb: z.enum(['add', 'remove']), project_id: projectId }),
    output: z.object({ favorited: z.boolean() }),
    refuses: ['campaign-not-found'],
  }),
  'GET /api/user/favorites': endpoint({
    access: 'signed-in',
    summary: 'Which of the fundraisers named (ids, joined by commas) are on the Giving List of the account that asks.',
    input: z.object({ ids: z.string().regex(/^\d{1,18}(,\d{1,18}){0,99}$/) }),
    output: z.array(z.string()),
  }),
  'GET /v4/account/giving-list': endpoint({
    access: 'signed-in',
    summary: 'The Giving List of the account that asks, the last added first; `next` goes on where `before` is asked.',
    input: z.object({ limit: z.coerce.number().int().min(1).max(60).default(24), before: z.string().max(40).optional() }),
    output: z.object({ campaigns: z.array(campaignCard), next: z.string().nullable() }),
  }),
}
