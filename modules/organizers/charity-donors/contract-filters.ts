import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { numericId, uuid } from '#shared/id-schemas.ts'
import { filteredLists } from './rules/saved-filters.ts'

const organizationId = numericId
const done = z.object({ done: z.literal(true) })

/** Calls about the filters that a charity's team saved; the lists return them. */
export const charityFiltersContract = {
  'POST /v4/organizations/:organizationId/saved-filters': endpoint({
    access: 'signed-in',
    summary: 'Save filters of a charity’s list',
    description:
      'Saves the filters and columns of an address under a name for the team; the same name again replaces them. A search isn’t saved, because it can name a donor. Requires an owner, admin, finance or support member.',
    input: z.object({
      organizationId,
      list: z.enum(filteredLists),
      name: z.string().max(200),
      query: z.string().max(2000),
    }),
    output: done,
    refuses: ['charity-not-found', 'not-allowed', 'charity-closed', 'too-many-filters'],
    perMinute: 60,
  }),
  'DELETE /v4/organizations/:organizationId/saved-filters/:filterId': endpoint({
    access: 'signed-in',
    summary: 'Remove saved filters of a charity’s list',
    description: 'Removes saved filters for the whole team. Requires an owner, admin, finance or support member.',
    input: z.object({ organizationId, filterId: uuid }),
    output: done,
    refuses: ['charity-not-found', 'not-allowed', 'not-found', 'charity-closed'],
  }),
}
