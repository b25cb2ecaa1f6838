import type {
  CardFields,
  CardFieldsAdapter,
  CardSettings,
  PublicConfiguration,
} from '#modules/money/payments/rules/card-fields.ts'
import { api } from '#web/lib/api.ts'

/** Each provider's card fields, loaded on demand. */
const adapters = import.meta.glob<CardFieldsAdapter>('/modules/money/payments/providers/*/card-fields.ts', {
  import: 'cardFields',
})

function loadAdapter(name: string): Promise<CardFieldsAdapter> {
  const load = adapters[`/modules/money/payments/providers/${name}/card-fields.ts`]
  return load ? load() : Promise.reject(new Error(`there are no card fields of ${name}`))
}

export const mountCardFields = async (into: HTMLElement, settings: CardSettings): Promise<CardFields> =>
  (await loadAdapter(settings.adapter)).mount(into, settings)

type Page = { readonly payments: PublicConfiguration; readonly locale: CardSettings['locale'] }
type Challenge = { readonly provider: string; readonly url: string; readonly clientSecret?: string | undefined }

/**
 * Shows a challenge as its provider's adapter decides: returns the URL of a frame that the page shows, or runs the
 * provider's script. Returns undefined when the script has finished or couldn't show the challenge; only the server
 * knows its result. The provider may differ from the one that takes new payments.
 */
export async function openChallenge({ payments, locale }: Page, challenge: Challenge): Promise<string | undefined> {
  const { provider, url, clientSecret } = challenge
  try {
    const configuration =
      provider === payments.provider ? payments : await api('GET /v4/payments/configuration', { provider })
    const { challenges } = await loadAdapter(configuration.adapter)
    if ('frameUrl' in challenges) return challenges.frameUrl(url, locale)
    await challenges.run({ ...configuration, locale }, clientSecret ?? '')
  } catch (error) {
    console.error('the challenge could not be shown', error)
  }
}
