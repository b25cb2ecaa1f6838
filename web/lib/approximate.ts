import { formatDay, localDate } from '#shared/calendar.ts'
import type { RenderContext } from '#server/pages/render-context.ts'
import { required } from '#shared/collections.ts'

/**
 * Converts amounts of one currency (minor units) to the reader's display currency, with the rate's day and source. Null
 * if there is nothing to convert or no rate is known. For display only; charges are never converted.
 */
export async function convertForDisplay(
  { api, currency, locale, logError }: RenderContext,
  from: string,
  amounts: readonly number[],
) {
  if (currency === undefined || currency === from || amounts.length === 0) return null
  const requested = [...new Set(amounts)].slice(0, 50)
  try {
    const {
      amounts: about,
      day,
      sources,
    } = await api('GET /v4/conversions', { from, to: currency, amounts: requested.join(',') })
    return {
      currency,
      byAmount: Object.fromEntries(requested.map((amount, index) => [amount, required(about[index])])),
      day: day === null ? '' : formatDay(localDate(day), locale),
      sources,
    }
  } catch (error) {
    logError(error, 'amounts could not be converted for reading')
    return null
  }
}
