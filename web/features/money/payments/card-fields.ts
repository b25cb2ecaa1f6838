import type {
  CardFields,
  CardFieldsAdapter,
  CardSettings,
  PublicConfiguration,
} from '#modules/money/payments/rules/card-fields.ts'
import { api } from '../../../lib/api.ts'

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

/**
 * Runs a challenge through the provider's script. Returns false if the challenge page must be shown in an iframe. The
 * provider may differ from the one that takes new payments.
 */
export async function answerChallenge(
  { payments, locale }: { readonly payments: PublicConfiguration; readonly locale: CardSettings['locale'] },
  { provider, clientSecret }: { readonly provider: string; readonly clientSecret?: string | undefined },
): Promise<boolean> {
  if (!clientSecret) return false
  const configuration =
    provider === payments.provider ? payments : await api('GET /v4/payments/configuration', { provider })
  const adapter = await loadAdapter(configuration.adapter)
  if (!adapter.runChallenge) return false
  await adapter.runChallenge({ ...configuration, locale }, clientSecret)
  return true
}
