import { z } from 'zod'
import { devices } from '#modules/causes/campaigns/rules/view-origin.ts'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'
import { periods } from './rules/period.ts'

const count = z.number().int()
const day = z.string()
/** A share of the views, in whole percent. */
const share = { views: count, percentage: count }

export const pageViewsContract = {
  'GET /v4/campaigns/:campaignId/page-views': endpoint({
    access: 'signed-in',
    summary: 'Get the page views of a fundraiser',
    description:
      'Returns the views of a fundraiser’s page in a period by day, source and kind of device. Requires a member of the fundraiser’s team or its charity who sees figures.',
    input: z.object({ campaignId: numericId, period: z.enum(periods).default('30') }),
    output: z.object({
      period: z.enum(periods),
      from: day,
      to: day,
      views: count,
      /** Without days that have no view. */
      days: z.array(z.object({ day, views: count })),
      /** Most first; `other` sums up the rest. */
      sources: z.array(z.object({ name: z.string(), ...share })),
      devices: z.array(z.object({ name: z.enum(devices), ...share })),
      /** Views without a source and device, because they were counted before these were. */
      unrecorded: count,
    }),
    refuses: ['campaign-not-found', 'not-allowed'],
  }),
}
