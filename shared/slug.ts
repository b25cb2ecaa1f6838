/**
 * Makes a slug from a title: lower-case ASCII letters, digits and hyphens, with one hyphen for each run of spaces and
 * none at the ends (S2 §5). A title without such characters, such as an Arabic one, becomes `untitled-campaign-` and
 * the six given characters.
 */
export function cleanSlug(title: string, sixCharacters: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug || `untitled-campaign-${sixCharacters}`
}

/** Returns the key by which slugs are unique: `foo--bar` and `foo-bar` are too similar to exist together. */
export const slugKey = (slug: string): string => slug.replace(/-+/g, '-')

/** Returns the nth variant of a slug: `clean-water`, `clean-water-2`, `clean-water-3`. */
export const numberedSlug = (slug: string, n: number): string => (n < 2 ? slug : `${slug}-${n}`)
