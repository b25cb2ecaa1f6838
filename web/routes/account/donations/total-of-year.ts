import type { RenderContext } from '#server/pages/render-context.ts'
import type { Currency } from '#shared/money.ts'
import { addUp, type CurrencySum, type GivingTotal } from '#web/features/money/giving/giving-total.ts'

/** Returns a year's total in the reader's currency; null without donations or if a rate is unknown. */
export async function totalOfYear(
  { api, logError }: Pick<RenderContext, 'api' | 'logError'>,
  sums: readonly CurrencySum[],
  currency: Currency | undefined,
): Promise<GivingTotal | null> {
  if (currency === undefined || sums.length === 0) return null
  const convert = async ({ currency: from, gift, zakat }: CurrencySum) => {
    try {
      const { amounts } = await api('GET /v4/conversions', { from, to: currency, amounts: `${gift},${zakat}` })
      return { gift: amounts[0] ?? 0, zakat: amounts[1] ?? 0 }
    } catch (error) {
      logError(error, 'a sum could not be converted for reading')
      return null
    }
  }
  const others = sums.filter((sum) => sum.currency !== currency)
  const converted = await Promise.all(others.map(async (sum) => [sum.currency, await convert(sum)] as const))
  return addUp(sums, currency, new Map(converted))
}
