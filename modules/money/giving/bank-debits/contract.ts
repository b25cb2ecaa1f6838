import { z } from 'zod'
import { uuid } from '#shared/id-schemas.ts'
import { endpoint } from '#shared/endpoint.ts'
import { donorFields } from '../rules/donor-fields.ts'

export const bankDebitContract = {
  'GET /v4/returned-debits/:intentId': endpoint({
    access: 'anyone',
    summary: 'Get the texts of a returned bank debit',
    description:
      'Returns the texts of a donation whose bank debit was returned, to fill in the form again. Requires the token of the mail about it.',
    input: z.object({ intentId: uuid, token: z.string().max(400) }),
    output: z.object({
      isAnonymous: z.boolean(),
      /** The public name; null if it equals the donor's name. */
      customName: z.string().nullable(),
      location: z.string().nullable(),
      /** Words of support, which were never published. */
      words: z.string().nullable(),
      dedication: z
        .object({
          kind: z.enum(donorFields.dedication.parts.kind.options),
          name: z.string(),
          message: z.string().optional(),
          email: z.string().optional(),
          isPublic: z.boolean(),
        })
        .nullable(),
    }),
    refuses: ['not-found'],
  }),
}
