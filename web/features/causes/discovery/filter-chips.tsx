import {
  countOf,
  type Filters,
  type FilterGroup,
  groups,
  noFilters,
  type Switch,
  booleanFilters,
  toggled,
} from '#modules/causes/discovery/rules/filters.ts'
import { useText } from '#web/lib/text.tsx'
import { discoverAddress } from './addresses.ts'
import { type ShownChoices, useNames } from './names.ts'
import { NearMe } from './near-me.tsx'

type Props = { readonly filters: Filters; readonly choices: ShownChoices; readonly country: string | undefined }

/** Popular filters, each a link that toggles it (content-13). */
export function FilterChips({ filters, choices, country }: Props) {
  const t = useText()
  const { country: nameOf, switchName } = useNames(choices)
  const isOffered =
    country !== undefined &&
    (filters.countries.includes(country) || choices.countries.some(({ code }) => code === country))
  const chips = [
    ...(['zakat', 'nearGoal', 'endingSoon', 'isNew'] as const).map((name) => chipOf(name)),
    ...(isOffered
      ? [
          {
            key: 'country',
            label: t('discover.in-country', { country: nameOf(country) }),
            isOn: filters.countries.includes(country),
            to: toggled(filters, 'countries', country),
          },
        ]
      : []),
    chipOf('giftAid'),
  ]
  function chipOf(name: Switch) {
    return {
      key: name as string,
      label: switchName(name),
      isOn: filters[name],
      to: { ...filters, [name]: !filters[name] },
    }
  }
  return (
    <nav aria-label={t('discover.promoted')}>
      <ul className="discover-chips">
        {choices.countries.length > 0 ? (
          <li className="no-script-hidden">
            <NearMe filters={filters} countries={choices.countries.map(({ code }) => code)} />
          </li>
        ) : null}
        {chips.map(({ key, label, isOn, to }) => (
          <li key={key}>
            <a className="discover-chip" href={discoverAddress(to)} data-on={isOn}>
              {isOn ? <Check /> : null}
              {label}
              {isOn ? <span className="visually-hidden"> ({t('discover.applied-now')})</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Check = () => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
  >
    <path d="M3 8.5l3.2 3.2L13 5" />
  </svg>
)

/** All applied filters, each with a link to remove it. */
export function AppliedFilters({ filters, choices }: Omit<Props, 'country'>) {
  const t = useText()
  const { nameOf, switchName } = useNames(choices)
  if (countOf(filters) === 0 && filters.q === '') return null
  const applied = [
    ...(filters.q ? [{ key: 'q', label: t('discover.words', { words: filters.q }), to: { ...filters, q: '' } }] : []),
    ...(Object.keys(groups) as FilterGroup[]).flatMap((group) =>
      filters[group].map((value) => ({
        key: `${group} ${value}`,
        label: nameOf(group, value),
        to: toggled(filters, group, value),
      })),
    ),
    ...(Object.keys(booleanFilters) as Switch[])
      .filter((name) => filters[name])
      .map((name) => ({ key: name, label: switchName(name), to: { ...filters, [name]: false } })),
  ]
  return (
    <div className="discover-applied">
      <h2 className="label">{t('discover.applied')}</h2>
      <ul className="discover-chips">
        {applied.map(({ key, label, to }) => (
          <li key={key}>
            <a
              className="discover-chip"
              data-on="true"
              href={discoverAddress(to)}
              aria-label={t('discover.remove', { name: label })}
            >
              <bdi>{label}</bdi>
              <svg width="14" height="14" viewBox="0 0 20 20" aria-hidden="true">
                <path d="M4 4l12 12M16 4L4 16" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
              </svg>
            </a>
          </li>
        ))}
        <li>
          <a className="discover-clear tap-link" href={discoverAddress({ ...noFilters, sort: filters.sort })}>
            {t('discover.clear')}
          </a>
        </li>
      </ul>
    </div>
  )
}
