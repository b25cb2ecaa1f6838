import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign-list.css'
import '#web/features/causes/discovery/styles/discover.css'
import '#web/features/causes/discovery/styles/country-map.css'
import '#web/features/causes/favourites/styles/heart.css'
import '#web/features/causes/discovery/styles/organization.css'
import {
  toSearchParameters,
  countOf,
  offsetMax,
  resultsPerPage,
  readFilters,
  sortOf,
  sorts,
} from '#modules/causes/discovery/rules/filters.ts'
import { renderContext } from '#server/pages/render-context.ts'
import { countryName } from '#shared/texts/country-names.ts'
import type { Locale } from '#shared/text.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { discoverAddress, hiddenFilterFields } from '#web/features/causes/discovery/addresses.ts'
import { CountryChoice } from '#web/features/causes/discovery/country-choice.tsx'
import { AppliedFilters, FilterChips } from '#web/features/causes/discovery/filter-chips.tsx'
import { FilterPanel } from '#web/features/causes/discovery/filter-panel.tsx'
import { useNames } from '#web/features/causes/discovery/names.ts'
import { SearchBox } from '#web/features/causes/discovery/search-box.tsx'
import { Results } from '#web/features/causes/discovery/results.tsx'
import { Heart } from '#web/features/causes/favourites/heart.tsx'
import { loadFavourites } from '#web/lib/favourites.ts'
import { useText } from '#web/lib/text.tsx'
import type { Route } from './+types/discover'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'causes/campaigns',
  'causes/causes',
  'causes/discovery',
  'causes/zakat',
  'recurring/programmes',
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const filters = readFilters(query)
  const fromParam = query.get('from') ?? ''
  const from = /^\d{1,4}$/.test(fromParam) ? Math.min(Number(fromParam), offsetMax) : 0
  const frame = context.get(renderContext)
  const [list, counted, { events }] = await Promise.all([
    frame.api('GET /v4/discovery/cards', { ...toSearchParameters(filters), limit: resultsPerPage, offset: from }),
    frame.api('GET /v4/discovery/choices', {}),
    frame.api('GET /v4/discovery/events', {}),
  ])
  const favourites = await loadFavourites(
    frame,
    list.results.map((card) => card.id),
  )
  const codes = [
    ...counted.countries.map(({ code }) => code),
    ...filters.countries,
    ...(frame.country ? [frame.country] : []),
  ]
  const choices = { ...counted, countryNames: namesOf(codes, frame.locale) }
  const isArabic = frame.locale === 'ar'
  return {
    filters,
    from,
    list,
    choices,
    favourites,
    country: frame.country,
    events: events.map(({ slug, title, titleAr }) => ({ slug, title: (isArabic && titleAr) || title })),
  }
}

function namesOf(codes: readonly string[], locale: Locale): Record<string, string> {
  return Object.fromEntries(codes.map((code) => [code, countryName(code, locale)]))
}

export default function Discover({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const { filters, from, list, choices, favourites, country, events } = loaderData
  const isNarrowed = countOf(filters) > 0 || filters.q !== ''
  const count = t(list.isMore ? 'discover.count-more' : 'discover.count', { count: list.total })
  const order = sortOf(filters)
  const { nameOf } = useNames(choices)
  return (
    <div className="page discover">
      <title>{isNarrowed ? `${count} · ${t('discover.title')}` : t('discover.title')}</title>
      <meta name="description" content={t('discover.lead')} />
      <header className="stack">
        <h1>{t('discover.title')}</h1>
        <SearchBox
          key={filters.q}
          id="q"
          className="discover-search"
          label={t('discover.search-label')}
          placeholder={t('discover.search-hint')}
          defaultValue={filters.q}
          button={<button className="button button-primary">{t('discover.search')}</button>}
        >
          {hiddenFilterFields(filters, ['q']).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </SearchBox>
        <div className="discover-row">
          <FilterPanel filters={filters} choices={choices} />
          <FilterChips filters={filters} choices={choices} country={country} />
        </div>
      </header>
      <AppliedFilters filters={filters} choices={choices} />
      <div className="discover-bar">
        <div role="status">
          <h2>{count}</h2>
        </div>
        <div className="discover-tools">
          <form method="get" action="/v4/discover" className="discover-sort" key={order}>
            {hiddenFilterFields(filters, ['sort']).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <label htmlFor="sort">{t('discover.sort')}</label>
            <select
              id="sort"
              name="sort"
              className="input"
              defaultValue={order}
              onChange={({ currentTarget }) => currentTarget.form?.requestSubmit()}
            >
              {sorts
                .filter((sort) => sort !== 'relevance' || filters.q !== '')
                .map((sort) => (
                  <option key={sort} value={sort}>
                    {t(`discover.sort-${sort}`)}
                  </option>
                ))}
            </select>
            <button className="button button-quiet script-hidden">{t('discover.sort-go')}</button>
          </form>
        </div>
      </div>
      {list.anyWord ? <p className="notice">{t('discover.any-word')}</p> : null}
      {list.corrected && !list.anyWord ? (
        <p className="notice">{t('discover.corrected', { words: list.corrected })}</p>
      ) : null}
      {from > 0 ? (
        <p>
          <a href={discoverAddress(filters)}>{t('discover.previous')}</a>
        </p>
      ) : null}
      <Results
        key={discoverAddress(filters, from)}
        filters={filters}
        causes={choices.categories.map(({ code }) => ({ code, name: nameOf('categories', code) }))}
        results={list.results}
        favourites={favourites}
        next={list.next}
        corner={(card, isAdded) => <Heart campaignId={card.id} name={card.name} isAdded={isAdded} />}
        action={(card) => (
          <AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source="discover" isWide />
        )}
      />
      <div className="discover-more-ways">
        <CountryChoice filters={filters} choices={choices} />
        {events.length > 0 ? (
          <nav className="discover-events" aria-label={t('discover.events')}>
            <span className="label" aria-hidden="true">
              {t('discover.events')}
            </span>
            <ul>
              {events.map(({ slug, title }) => (
                <li key={slug}>
                  <a className="tap-link" href={`/v4/events/${encodeURIComponent(slug)}`} dir="auto">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </div>
  )
}
