import type { RenderContext } from '#server/pages/render-context.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isCurrency } from '#shared/currencies.ts'

/** Loads the day's prices in the visitor's currency, or in that of the URL, for the calculators. */
export async function loadPrices({ api, currency: chosen, now }: RenderContext, request: Request) {
  const currencyParam = new URL(request.url).searchParams.get('currency') ?? chosen ?? 'USD'
  const currency = isCurrency(currencyParam) ? currencyParam : 'USD'
  const prices = await api('GET /v4/zakat/metal-prices', { currency })
  return { currency, prices, today: localDateIn('UTC', now()) }
}
