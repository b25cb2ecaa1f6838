import { formatDay, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import type { Translate } from '#web/lib/text.tsx'

/** A price of a gram with its day. */
type Dated = { readonly perGram: string; readonly day?: string | undefined; readonly source?: string | undefined }

/** Returns a price with its currency, such as "131.0000 USD", left to right in every language. */
export const priceText = (perGram: string, currency: string): string => `\u2066${perGram} ${currency}\u2069`

/** Returns the sentence on a metal's known price below its field; without one, asks for today's. */
export function priceHint(t: Translate, locale: Locale, price: Dated | null, currency: string): string {
  if (!price?.day) return t('zakat-calc.price-unknown')
  return t(price.source === 'demo' ? 'zakat-calc.price-demo' : 'zakat-calc.price-known', {
    price: priceText(price.perGram, currency),
    date: formatDay(localDate(price.day), locale),
  })
}
