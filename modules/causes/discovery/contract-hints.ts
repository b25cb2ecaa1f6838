import { z } from 'zod'
import { minorUnits } from '#shared/wire/codecs.ts'
import { currencies } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'

/** `value`: the slug of a campaign or of a charity's general fund, a category, or a country code. */
const suggestion = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('campaign'),
    value: z.string(),
    label: z.string(),
    language: z.string(),
    charity: z.string(),
  }),
  z.object({ kind: z.literal('charity'), value: z.string(), label: z.string() }),
  z.object({ kind: z.enum(['cause', 'country']), value: z.string(), label: z.string(), count: z.number().int() }),
])
z.globalRegistry.add(suggestion, { id: 'SearchSuggestion', description: 'A completion of a search text.' })
export type Suggestion = z.output<typeof suggestion>

/** Search suggestions and the platform's figures. */
export const hintsContract = {
  'GET /v4/discovery/suggestions': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Suggest searches',
    description:
      'Returns at most eight causes, countries, campaigns and charities that accept donations and match the typed text (two characters or more); labels are in the language of the request. Contains no donor data. Anyone may call it.',
    input: z.object({ q: z.string().max(200) }),
    output: z.object({ suggestions: z.array(suggestion) }),
    // The page sends one request for each pause in typing, and several people may share an IP address.
    perMinute: 240,
  }),
  'GET /v4/discovery/figures': endpoint({
    access: 'anyone',
    standby: true,
    summary: 'Get platform figures',
    description:
      'Returns the numbers of campaigns, verified charities, countries and donations, and the total raised in minor units of `currency`, converted at the newest rates. Updated at most once a minute. Anyone may call it.',
    input: z.object({ currency: z.enum(currencies).default('USD') }),
    output: z.object({
      campaigns: z.number().int(),
      charities: z.number().int(),
      countries: z.number().int(),
      donations: z.number().int(),
      currency: z.enum(currencies),
      raised: minorUnits.nullable(),
    }),
  }),
}
