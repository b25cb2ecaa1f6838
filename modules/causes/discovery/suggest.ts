import type { Category } from '#modules/causes/campaigns/rules/category.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { Ports } from '#shared/ports.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { isRightToLeft, type Locale } from '#shared/text.ts'
import { choices } from './choices.ts'
import type { Suggestion } from './contract-hints.ts'
import { suggestCampaigns } from './queries/suggest.ts'
import { normalizeQuery } from './rules/filters.ts'
import { beginsWith } from './rules/begins-with.ts'

/** Minimum length of a text that is completed. */
const textMin = 2
const suggestedMax = 8
const filtersMax = 2

/**
 * Suggests how to complete a search text: causes and countries that have open campaigns, then campaigns and charities.
 * `label` is in the reader's language, except titles, which are in `language`. Names no donor.
 */
export async function suggest(ports: Ports, requestText: string, locale: Locale): Promise<Suggestion[]> {
  const text = normalizeQuery(requestText)
  if ([...text].length < textMin) return []
  const [{ categories, countries }, suggestedCampaigns] = await Promise.all([
    choices(ports),
    suggestCampaigns(ports, text, suggestedMax),
  ])
  const t = textsOf('causes/causes', locale)
  const causes = categories.flatMap(({ code, count }) => {
    const label = t(`cause.${code as Category}`)
    return beginsWith(label, text) ? [{ kind: 'cause' as const, value: code, label, count }] : []
  })
  const places = countries.flatMap(({ code, count }) => {
    const label = countryName(code, locale)
    return beginsWith(label, text) ? [{ kind: 'country' as const, value: code, label, count }] : []
  })
  const filters = [...causes.slice(0, filtersMax), ...places.slice(0, filtersMax)]
  const isArabic = isRightToLeft(locale)
  const campaigns = suggestedCampaigns.map(({ kind, slug, name, language, organization, organizationAr }) => {
    const charity = (isArabic && organizationAr) || organization
    return kind === 'general-fund'
      ? { kind: 'charity' as const, value: slug, label: charity }
      : { kind: 'campaign' as const, value: slug, label: name, language, charity }
  })
  return [...filters, ...campaigns].slice(0, suggestedMax)
}
