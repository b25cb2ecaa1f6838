import { cleanSlug } from '#shared/slug.ts'

const slugMax = 90
/** Paths of a charity's own host, where a page has the first segment to itself. */
const reserved: readonly string[] = ['new', 'assets', 'media', 'art', 'api', 'robots', 'sitemap', 'favicon']

/** A title as a slug, cut where a word ends (S2 §5); `sixCharacters` make one of a title without Latin letters. */
export const slugOfTitle = (title: string, sixCharacters: string): string => cut(cleanSlug(title, sixCharacters))

/**
 * The wanted slug, cleaned; undefined: nothing is left, or it is a path of our own (pages-2). A full https address is
 * taken only on a host that the charity proved, and its last part is the slug (pages-11).
 */
export function slugOfCustomUrl(typed: string, provedHosts: readonly string[]): string | undefined {
  const text = typed.includes('/') ? lastPartOf(typed.trim(), provedHosts) : typed
  // What has no Latin letter or digit would become a name that no one asked for.
  if (text === undefined || !/[a-z0-9]/i.test(text)) return undefined
  const slug = cut(cleanSlug(text.trim(), ''))
  return reserved.includes(slug) || slug === '' ? undefined : slug
}

function lastPartOf(address: string, provedHosts: readonly string[]): string | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || !provedHosts.includes(url.host) || url.username || url.password) return undefined
  return /^\/([^/%]+)\/?$/.exec(url.pathname)?.[1]
}

const cut = (slug: string): string => slug.slice(0, slugMax).replace(/-+$/, '')

export const isReservedSlug = (slug: string): boolean => reserved.includes(slug)
