import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import type { Item } from '../item-queries.ts'

/** Returns the ordered animal and the performing country for a mail. */
export function itemMailRows(item: Item, locale: Locale): (readonly [string, string])[] {
  const t = textsOf('faith/qurbani-fulfilment-mails', locale)
  return [
    [t('animal'), t(`animal-${item.animal}`)],
    [t('country'), countryName(item.country, locale)],
  ]
}
