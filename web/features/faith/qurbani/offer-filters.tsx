import { type Animal, animals } from '#modules/faith/qurbani/rules/animals.ts'
import { useText } from '#web/lib/text.tsx'
import { Select } from '#web/ui/field.tsx'

export type Filters = { readonly country: string; readonly animal: Animal | '' }

/** Filters by country and animal, stored in the URL. */
export function OfferFilters({
  filters,
  countries,
}: {
  readonly filters: Filters
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}) {
  const t = useText()
  return (
    <form method="get" action="/v4/qurbani" className="qurbani-filters" aria-label={t('qurbani.filters')}>
      <Select id="country" label={t('qurbani.country')} defaultValue={filters.country}>
        <option value="">{t('qurbani.any-country')}</option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
      <Select id="animal" label={t('qurbani.animal')} defaultValue={filters.animal}>
        <option value="">{t('qurbani.any-animal')}</option>
        {animals.map((animal) => (
          <option key={animal} value={animal}>
            {t(`qurbani.animal-${animal}`)}
          </option>
        ))}
      </Select>
      <button className="button button-quiet">{t('qurbani.filter')}</button>
    </form>
  )
}
