import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { numericId } from '#shared/id-schemas.ts'
import { segments } from './rules/segments.ts'

const organizationId = numericId
const charity = z.object({ id: z.string(), name: z.string() })
const done = z.object({ done: z.literal(true) })
/** By language; a language without a text is absent. */
const texts = z.record(z.string(), z.string())
const token = z.string().max(200)
const subscription = z.object({ charity: z.string(), isUnsubscribed: z.boolean() })

const letter = {
  organizationId,
  segment: z.enum(segments),
  /** The fundraiser whose updates the recipients asked for. */
  fundraiser: numericId,
  subject: z.string().max(400),
  body: z.string().max(20_000),
}
const letterRefusals = ['charity-not-found', 'not-allowed', 'not-found', 'charity-closed', 'letter-too-soon'] as const

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
  'GET /v4/organizations/:organizationId/letters': endpoint({
    access: 'signed-in',
    summary: 'List letters of a charity',
    description:
      'Returns the newest letters of a charity to its donors with the number of mails, and the day from which it may send the next one. Requires an owner or admin.',
    input: z.object({ organizationId }),
    output: z.object({
      charity,
      fundraisers: z.array(z.object({ id: z.string(), name: z.string() })),
      /** Null: now. */
      nextOn: z.string().nullable(),
      letters: z.array(
        z.object({
          id: z.string(),
          subject: z.string(),
          segment: z.enum(segments),
          campaign: z.string(),
          sentOn: z.string(),
          mailed: z.number().int(),
          isSending: z.boolean(),
        }),
      ),
    }),
    refuses: ['charity-not-found', 'not-allowed'],
  }),
  'POST /v4/organizations/:organizationId/letters/recipients': endpoint({
    access: 'signed-in',
    summary: 'Count the recipients of a letter',
    description:
      'Checks a letter and returns how many donors would get it: those of the segment who asked for the fundraiser’s updates and didn’t unsubscribe, without anonymous donations. Sends nothing. Requires an owner or admin.',
    input: z.object(letter),
    output: z.object({ recipients: z.number().int() }),
    refuses: letterRefusals,
    perMinute: 20,
  }),
  'POST /v4/organizations/:organizationId/letters': endpoint({
    access: 'signed-in',
    summary: 'Send a letter to donors of a charity',
    description:
      'Mails a letter to the donors of a segment who asked for the fundraiser’s updates and didn’t unsubscribe, at most once in 7 days. The addresses aren’t shown. Requires an owner or admin.',
    input: z.object(letter),
    output: done,
    refuses: letterRefusals,
    perMinute: 10,
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
