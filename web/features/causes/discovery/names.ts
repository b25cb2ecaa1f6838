import type { FilterGroup, Switch } from '#modules/causes/discovery/rules/filters.ts'
import { type Translate, useLocale, useText } from '#web/lib/text.tsx'

export type ShownChoices = {
  /** From the server, because browsers' country names differ. */
  readonly countryNames: Readonly<Record<string, string>>
  readonly countries: readonly { readonly code: string; readonly count: number }[]
  readonly categories: readonly { readonly code: string; readonly count: number }[]
  readonly charities: readonly {
    readonly slug: string
    readonly name: string
    readonly nameAr: string | null
    readonly count: number
  }[]
}

/** Returns functions that give the filters' labels in the visitor's language. */
export function useNames(choices: ShownChoices) {
  const t = useText()
  const locale = useLocale()
  const country = (code: string): string => choices.countryNames[code] ?? code
  const charityBySlug = new Map(
    choices.charities.map((charity) => [charity.slug, (locale === 'ar' && charity.nameAr) || charity.name]),
  )
  const nameOf = (group: FilterGroup, value: string): string => {
    if (group === 'categories') return t(`cause.${value}` as Parameters<Translate>[0])
    if (group === 'schools') return t(`zakat.school-${value}` as Parameters<Translate>[0])
    if (group === 'recipients') return t(`zakat.${value}` as Parameters<Translate>[0])
    return group === 'countries' ? country(value) : (charityBySlug.get(value) ?? value)
  }
  return { country, nameOf, switchName: (name: Switch) => t(`discover.switch-${name}`) }
}
