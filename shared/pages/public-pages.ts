import { informationPages } from './information-pages.ts'
import type { Locale } from '../text.ts'

/** Public pages with a fixed address, besides those of fundraisers and events. */
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
  ...informationPages.map((name) => `/${name}`),
]

/** Whether search engines should know the page at this path. */
export const isPublicPage = (path: string): boolean =>
  fixedPublicPages.includes(path) || /^\/(?:v4\/(?:campaign|events)|pages\/[^/]+)\/[^/]+$/.test(path)

/** Whether the header of the page has a search; the page of all campaigns has its own. */
export const hasHeaderSearch = (path: string): boolean => isPublicPage(path) && path !== '/v4/discover'

/** The address of a public page in one language: it sets no cookie and wins over one. */
export const addressInLanguage = (locale: Locale, address: string): string => `${address}?lang=${locale}`

/** An address or query without the language it names. */
export function withoutLanguage(address: string): string {
  const [path = '', query = ''] = address.split('?')
  const rest = query
    .split('&')
    .filter((part) => part !== '' && part !== 'lang' && !part.startsWith('lang='))
    .join('&')
  return rest === '' ? path : `${path}?${rest}`
}
