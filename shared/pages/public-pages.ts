import { informationPages } from './information-pages.ts'
import type { Locale } from '../text.ts'
import { withQuery } from './with-query.ts'

/** Public pages with a fixed path, besides those of fundraisers and events. */
export const fixedPublicPages: readonly string[] = [
  '/v4',
  '/v4/discover',
  '/v4/zakat',
  '/v4/zakat/calculator',
  '/v4/zakat/al-fitr',
  '/v4/zakat/fidya',
  '/v4/zakat/kaffarah',
  '/zakat-policy',
  '/gift-aid',
  '/v4/qurbani',
  '/scheduled-giving',
  '/ledger',
  '/trust',
  ...informationPages.map((name) => `/${name}`),
]

/** Returns whether search engines may index the page at this path. */
export const isPublicPage = (path: string): boolean =>
  fixedPublicPages.includes(path) || /^\/(?:v4\/(?:campaign|events)|pages\/[^/]+)\/[^/]+$/.test(path)

/** Returns whether the page's header has a search field; the page of all campaigns has its own. */
export const hasHeaderSearch = (path: string): boolean => isPublicPage(path) && path !== '/v4/discover'

/** Returns whether a page belongs to people who run fundraisers or charities. */
export const isOrganizingPage = (path: string): boolean =>
  /^\/(?:organize|organizations\/[^/]+\/hosted-pages)(?:\/|$)/.test(path)

/** Returns the URL of a public page in one language, which overrides the language cookie and doesn't change it. */
export const addressInLanguage = (locale: Locale, address: string): string => withQuery(address, { lang: locale })

/** Removes the language from a URL or query. */
export function withoutLanguage(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const rest = query
    .split('&')
    .filter((part) => part !== '' && part !== 'lang' && !part.startsWith('lang='))
    .join('&')
  return rest === '' ? path : `${path}?${rest}`
}
