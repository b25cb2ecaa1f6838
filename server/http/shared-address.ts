import { informationPages } from '#shared/pages/information-pages.ts'
import { withoutLanguage } from '#shared/pages/public-pages.ts'

type SharedPages = {
  readonly path: RegExp
  readonly query: readonly string[]
  /** With any other query it is another page, which is not shared. */
  readonly isPlainOnly?: true
  /** Shared on charities' hosts alone. */
  readonly isTenantOnly?: true
}

const ofCampaigns = ['src', 'code', 'donors', 'before', 'words', 'news', 'supporters']

/**
 * Pages that are the same for everyone, with the query parameters that change them; `lang` is part of who asks
 * (`variantOf`).
 */
const shared: readonly SharedPages[] = [
  { path: /^\/v4$/, query: [] },
  { path: /^\/(v4\/campaign|pages\/[\w%.-]+)\/[\w%.-]+$/, query: ofCampaigns },
  { path: /^\/organizations\/[\w%.-]+$/, query: ['src'], isTenantOnly: true },
  // Searches and filters are mostly unique: caching them would only evict other pages.
  { path: /^\/v4\/discover$/, query: [], isPlainOnly: true },
  { path: /^\/v4\/events\/[a-z0-9-]+$/, query: [] },
  { path: new RegExp(`^/(${informationPages.join('|')})$`), query: [] },
]

/** No parameter of ours is longer. */
const valueMax = 80

/**
 * Returns the address that a page is rendered and cached under for all visitors; undefined if it is not shared. It
 * contains only what changes the page, so that no visitor sees another visitor's parameters.
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
