import { cleanSlug } from '#shared/slug.ts'

const slugMax = 90
/** Paths of a charity's own host, where a page has the first segment to itself. */
const reserved: readonly string[] = ['new', 'assets', 'media', 'art', 'api', 'robots', 'sitemap', 'favicon']

/** A title as a slug, cut where a word ends (S2 §5); `sixCharacters` make one of a title without Latin letters. */
export const slugOfTitle = (title: string, sixCharacters: string): string => cut(cleanSlug(title, sixCharacters))

/** The wanted slug, cleaned; undefined: nothing is left, or it is an address or a path of our own (pages-2). */
export function slugOfCustomUrl(typed: string): string | undefined {
  if (typed.includes('/')) return undefined
  // What has no Latin letter or digit would become a name that no one asked for.
  if (!/[a-z0-9]/i.test(typed)) return undefined
  const slug = cut(cleanSlug(typed.trim(), ''))
  return reserved.includes(slug) || slug === '' ? undefined : slug
}

const cut = (slug: string): string => slug.slice(0, slugMax).replace(/-+$/, '')

export const isReservedSlug = (slug: string): boolean => reserved.includes(slug)
