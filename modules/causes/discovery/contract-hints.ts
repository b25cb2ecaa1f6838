import { z } from 'zod'
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
z.globalRegistry.add(suggestion, { id: 'SearchSuggestion', description: 'A way to complete a search text.' })
export type Suggestion = z.output<typeof suggestion>

/** What helps visitors before they search: suggestions, and figures of the platform. */
export const hintsContract = {
  'GET /v4/discovery/suggestions': endpoint({
    access: 'anyone',
    summary: 'Suggest searches',
    description:
      'Suggests causes, countries, campaigns and charities that accept donations for the beginning of a search, from two characters on, at most eight; labels are in the language of the request. Anyone may call it; contains no donor data.',
    input: z.object({ q: z.string().max(200) }),
    output: z.object({ suggestions: z.array(suggestion) }),
    // One for each pause in typing, of several people behind one address.
    perMinute: 240,
  }),
  'GET /v4/discovery/figures': endpoint({
    access: 'anyone',
    summary: 'Get platform figures',
    description:
      'Returns how many campaigns, verified charities, countries and donations there are, and what was raised in all: minor units of `currency`, converted at the newest rates and counted at most once a minute. Anyone may call it.',
    input: z.object({ currency: z.enum(currencies).default('USD') }),
    output: z.object({
      campaigns: z.number().int(),
      charities: z.number().int(),
      countries: z.number().int(),
      donations: z.number().int(),
      currency: z.enum(currencies),
      raised: z.number().int().nullable(),
    }),
  }),
}
