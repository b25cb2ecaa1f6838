import { formatDay, localDate } from '#shared/calendar.ts'
import type { Locale } from '#shared/text.ts'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'

/** Returns the distributions of a donation's zakat with dates and countries in the donor's language. Server only. */
export function shownParts<Part extends { readonly distributedOn: string; readonly country: string }>(
  parts: readonly Part[],
  locale: Locale,
): (Part & { readonly day: string; readonly countryName: string })[] {
  const nameOf = new Map(countriesIn(locale).map(({ code, name }) => [code, name]))
  return parts.map((part) => ({
    ...part,
    day: formatDay(localDate(part.distributedOn), locale),
    countryName: nameOf.get(part.country) ?? part.country,
  }))
}
