import { z } from 'zod'
import type { Places } from '../../port.ts'

/** The members we read from Google's responses; all others are ignored. */
const suggestions = z.object({
  suggestions: z
    .array(
      z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }).optional() }),
    )
    .default([]),
})
const details = z.object({
  addressComponents: z
    .array(
      z.object({
        longText: z.string().default(''),
        shortText: z.string().default(''),
        types: z.array(z.string()).default([]),
      }),
    )
    .default([]),
})

type Settings = {
  readonly key: string
  readonly url: string
  readonly timeoutMs: number
  readonly fetch?: typeof fetch
}

/** Google Places API (New): the key stays on the server; a field mask requests only what is used (S2 §7). */
export function googlePlaces({ key, url, timeoutMs, fetch: ask = fetch }: Settings): Places {
  async function requestJson<T>(
    path: string,
    mask: string,
    schema: z.ZodType<T>,
    body?: object,
  ): Promise<T | undefined> {
    const answer = await ask(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        'x-goog-api-key': key,
        'x-goog-fieldmask': mask,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!body && (answer.status === 404 || answer.status === 400)) return undefined
    if (!answer.ok) throw new Error(`Google Places answered ${answer.status}`)
    return schema.parse(await answer.json())
  }
  return {
    reach: 'address',
    suggest: async ({ input, regions, locale, session }) => {
      const found = await requestJson(
        '/v1/places:autocomplete',
        'suggestions.placePrediction.placeId,suggestions.placePrediction.text',
        suggestions,
        {
          input,
          languageCode: locale,
          // Google accepts at most fifteen regions; more than that is equivalent to all.
          ...(regions.length > 0 && regions.length <= 15 ? { includedRegionCodes: regions } : {}),
          ...(session ? { sessionToken: session } : {}),
        },
      )
      return (found?.suggestions ?? []).flatMap(({ placePrediction }) =>
        placePrediction ? [{ placeId: placePrediction.placeId, text: placePrediction.text.text }] : [],
      )
    },
    details: async ({ placeId, locale, session }) => {
      const query = new URLSearchParams({
        languageCode: locale,
        ...(session ? { sessionToken: session } : {}),
      }).toString()
      return (await requestJson(`/v1/places/${encodeURIComponent(placeId)}?${query}`, 'addressComponents', details))
        ?.addressComponents
    },
  }
}
