import { cleanSlug } from '#shared/slug.ts'

const slugMax = 90
/** Paths of a charity's own host, where a page's slug is the first segment. */
const reserved: readonly string[] = ['new', 'assets', 'media', 'art', 'api', 'robots', 'sitemap', 'favicon']

/** Makes a slug from a title, shortened at a word's end (S2 §5); a title without Latin letters gets `sixCharacters`. */
export const slugOfTitle = (title: string, sixCharacters: string): string =>
  truncateAtWord(cleanSlug(title, sixCharacters))

/**
 * Returns the requested slug, normalized; undefined if nothing is left or the path is reserved (pages-2). For a full
 * https URL, which must be on a host that the charity proved, the slug is its last segment (pages-11).
 */
export function slugOfCustomUrl(typed: string, provedHosts: readonly string[]): string | undefined {
  const text = typed.includes('/') ? lastPartOf(typed.trim(), provedHosts) : typed
  // Text without a Latin letter or digit would become a random slug that no one requested.
  if (text === undefined || !/[a-z0-9]/i.test(text)) return undefined
  const slug = truncateAtWord(cleanSlug(text.trim(), ''))
  return reserved.includes(slug) || slug === '' ? undefined : slug
}

function lastPartOf(address: string, provedHosts: readonly string[]): string | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !provedHosts.includes(url.host) || url.username || url.password) return undefined
  return /^\/([^/%]+)\/?$/.exec(url.pathname)?.[1]
}

const truncateAtWord = (slug: string): string => slug.slice(0, slugMax).replace(/-+$/, '')

export const isReservedSlug = (slug: string): boolean => reserved.includes(slug)
