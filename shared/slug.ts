/**
 * The address of a title: lower case, ASCII letters, digits and hyphens, each run of spaces one hyphen, hyphens trimmed
 * (S2 §5). What has none of these, such as an Arabic title, is `untitled-campaign-` and the six characters the caller
 * brings.
 */
export function cleanSlug(title: string, sixCharacters: string): string {
  const slug = title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/^-+|-+$/g, '')
  return slug || `untitled-campaign-${sixCharacters}`
}

/** Two slugs with one key are too alike to exist beside each other: `foo--bar` and `foo-bar`. */
export const slugKey = (slug: string): string => slug.replace(/-+/g, '-')

/** The nth slug of the same words: `clean-water`, `clean-water-2`, `clean-water-3`. */
export const numberedSlug = (slug: string, n: number): string => (n < 2 ? slug : `${slug}-${n}`)
