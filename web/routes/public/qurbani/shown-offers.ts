import { addDays } from '#shared/date-arithmetic.ts'
import type { RenderContext } from '#server/pages/render-context.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { formatDay, hijriOf, localDateIn } from '#shared/calendar.ts'
import { hijriMonths } from '#shared/hijri.ts'
import type { ProductContract } from '#modules/contract.ts'
import { animals } from '#modules/faith/qurbani/rules/animals.ts'
import { nextQurbaniYear } from '#modules/faith/qurbani/rules/order-window.ts'
import { amountsOf } from '#web/features/faith/qurbani/order-choice.ts'
import type { ShownOffer } from '#web/features/faith/qurbani/shown-offer.ts'
import type { Filters } from '#web/features/faith/qurbani/offer-filters.tsx'
import { countriesIn } from '#web/features/platform/addresses/address-data.ts'
import { convertForDisplay } from '#web/lib/approximate.ts'

type Offers = OutputOf<ProductContract, 'GET /v4/qurbani/items'>
type Offer = Offers['open'][number]

/** Reads the filters in the URL, ignoring invalid ones. */
export function filtersOf(query: URLSearchParams): Filters {
  const country = query.get('country') ?? ''
  return {
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    animal: animals.find((animal) => animal === query.get('animal')) ?? '',
  }
}

/** Adds the country's name and the converted amounts to an offer. */
export async function showOffer(frame: RenderContext, offer: Offer): Promise<ShownOffer> {
  const shown = { ...offer, countryName: countryName(frame, offer.country) }
  return { ...shown, about: await convertForDisplay(frame, offer.currency, amountsOf(shown)) }
}

const countryName = ({ locale }: RenderContext, country: string): string =>
  countriesIn(locale).find(({ code }) => code === country)?.name ?? country

/** Returns the countries of the offers, by name. */
export const countriesOf = (frame: RenderContext, offers: readonly Pick<Offer, 'country'>[]) =>
  countriesIn(frame.locale).filter(({ code }) => offers.some(({ country }) => country === code))

/** Returns the date of the next Eid al-Adha in the calendar; countries may announce another day. */
export function comingEid({ now, locale }: RenderContext) {
  const year = nextQurbaniYear(hijriOf(localDateIn('UTC', now())))
  const eid = addDays(hijriMonths().startOf(year, 12), 9)
  return { year, day: formatDay(eid, locale) }
}

/** Returns the item whose orders open next, if nothing can be ordered now. */
export function nextOpeningItem({ upcoming, nextOpening }: Offers) {
  const next = upcoming.find(({ opensAt }) => opensAt === nextOpening)
  return next ? { at: next.opensAt, timeZone: next.timeZone, year: next.hijriYear } : undefined
}
