import { informationPages } from '#shared/pages/information-pages.ts'
import { withoutLanguage } from '#shared/pages/public-pages.ts'

type SharedPages = {
  readonly path: RegExp
  readonly query: readonly string[]
  /** A request with other query parameters isn't shared. */
  readonly isPlainOnly?: true
  /** The page is shared only on charities' hosts. */
  readonly isTenantOnly?: true
}

const ofCampaigns = ['src', 'code', 'donors', 'before', 'words', 'news', 'supporters']

/**
 * Pages that are the same for all visitors, with the query parameters that change them. `lang` is part of the cache
 * variant (`variantOf`).
 */
const shared: readonly SharedPages[] = [
  { path: /^\/v4$/, query: [] },
  { path: /^\/(v4\/campaign|pages\/[\w%.-]+)\/[\w%.-]+$/, query: ofCampaigns },
  { path: /^\/organizations\/[\w%.-]+$/, query: ['src'], isTenantOnly: true },
  // Searches and filters are mostly unique, so caching them would only evict other pages.
  { path: /^\/v4\/discover$/, query: [], isPlainOnly: true },
  { path: /^\/v4\/events\/[a-z0-9-]+$/, query: [] },
  { path: new RegExp(`^/(${informationPages.join('|')})$`), query: [] },
]

/** Maximum length of a parameter; ours are shorter. */
const valueMax = 80

/**
 * Returns the address under which a page is rendered and cached for all visitors; undefined if it isn't shared. It
 * contains only parameters that change the page, so that no visitor sees another visitor's parameters.
 */
export function sharedAddressOf(url: string, { isTenant = false } = {}): string | undefined {
  const { pathname, search, searchParams } = new URL(url, 'http://sunbul')
  const rule = shared.find((sharedPages) => sharedPages.path.test(pathname))
  if (!rule || (rule.isTenantOnly && !isTenant) || (rule.isPlainOnly && withoutLanguage(search) !== ''))
    return undefined
  const query = new URLSearchParams(
    rule.query.flatMap((name) => {
      const value = searchParams.get(name)
      return value === null ? [] : [[name, value.slice(0, valueMax)]]
    }),
  )
  return query.size > 0 ? `${pathname}?${query.toString()}` : pathname
}
