import { z } from 'zod'
import { instant, minorUnits } from '#shared/wire/codecs.ts'
import { numericId, numericIdInput } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { currency } from '#modules/platform/currencies/contract-currency.ts'

/** A donor's field with its label in the caller's language; fields that are shown elsewhere have none. */
export const shownField = z.object({ label: z.string(), text: z.string() })
z.globalRegistry.add(shownField, {
  id: 'DonorField',
  description: 'A field that the donor filled in, with its label.',
})

export const donorsContract = {
  'GET /v4/campaigns/:campaignId/donors': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'List donors',
    description:
      'Returns the donors of a campaign, newest or largest donations first, in minor units. The name and place of anonymous donors are empty. Anyone may call it.',
    input: z.object({
      campaignId: numericId,
      order: z.enum(['newest', 'top']).default('newest'),
      limit: z.coerce.number().int().min(1).max(50).default(10),
      before: z.string().max(80).optional(),
    }),
    output: z.object({
      donors: z.array(
        z.object({
          name: z.string().nullable(),
          place: z.string().nullable(),
          gift: minorUnits,
          currency,
          isZakat: z.boolean(),
          givenAt: instant,
          fields: shownField.array(),
        }),
      ),
      next: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
  'POST /api/projectapi/donors': endpoint({
    access: 'anyone',
    summary: 'List donors (`/api`)',
    description:
      'Returns ten donors of a campaign, newest or largest donations first, in decimal major units; `lastId` gets the next page. Anyone may call it.',
    input: z.object({
      id: numericIdInput,
      lastId: z.string().max(80).nullish(),
      order: z.enum(['newest', 'top']).default('newest'),
    }),
    output: z.object({
      donors: z.array(
        z.object({
          name: z.string().nullable(),
          location: z.string().nullable(),
          amount: z.string(),
          currency,
          zakah: z.boolean(),
          createdAt: instant,
        }),
      ),
      lastId: z.string().nullable(),
    }),
    refuses: ['campaign-not-found'],
  }),
}
