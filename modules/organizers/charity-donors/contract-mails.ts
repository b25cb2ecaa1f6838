import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'

const organizationId = numericId
const charity = z.object({ id: z.string(), name: z.string() })
const done = z.object({ done: z.literal(true) })
/** By language; a language without a text is absent. */
const texts = z.record(z.string(), z.string())
const token = z.string().max(200)
const subscription = z.object({ charity: z.string(), isUnsubscribed: z.boolean() })

/** Calls about what a charity mails its donors. */
export const charityMailsContract = {
  'GET /v4/organizations/:organizationId/thank-you-texts': endpoint({
    access: 'signed-in',
    summary: 'Get the automatic thanks of a charity',
    description:
      'Returns the texts that donors are mailed after a first donation and after a donation with a giving level, in each language, with the levels of public fundraisers. Requires an owner or admin.',
    input: z.object({ organizationId }),
    output: z.object({
      charity,
      firstDonation: texts,
      levels: z.array(z.object({ id: z.string(), title: z.string(), fundraiser: z.string(), texts })),
    }),
    refuses: ['charity-not-found', 'not-allowed'],
  }),
  'PUT /v4/organizations/:organizationId/thank-you-texts': endpoint({
    access: 'signed-in',
    summary: 'Change the automatic thanks of a charity',
    description:
      'Replaces the texts for a giving level or, with an empty level, for first donations; an empty text is removed. They may link to the charity’s own website only. Requires an owner or admin.',
    input: z.object({
      organizationId,
      level: z.union([z.literal(''), numericId]),
      texts: z.record(z.string().max(35), z.string().max(4000)),
    }),
    output: done,
    refuses: ['charity-not-found', 'not-allowed', 'not-found', 'charity-closed'],
    perMinute: 60,
  }),
  'GET /v4/unsubscribe/charity/:token': endpoint({
    access: 'anyone',
    summary: 'Get a subscription to a charity’s mails',
    description:
      'Returns whether the address gets the charity’s mails; changes nothing. Requires the token of the mail.',
    input: z.object({ token }),
    output: subscription,
    refuses: ['code-not-valid'],
  }),
  'POST /v4/unsubscribe/charity/:token': endpoint({
    access: 'anyone',
    summary: 'Unsubscribe from a charity’s mails',
    description:
      'Ends a charity’s letters and automatic thanks to the address. Requires the token of the mail, and no login.',
    input: z.object({ token }),
    output: subscription,
    refuses: ['code-not-valid'],
  }),
}
