/**
 * Places of the site that ask for ad variants and an order of their own; others may be named by whoever builds on the
 * calls.
 */
export const adSpots = ['general', 'home', 'list', 'event'] as const

/**
 * A fundraiser's number or address in what somebody typed or copied: `42`, `clean-water`,
 * `https://…/v4/campaign/clean-water?share=1`.
 */
export function namedIn(text: string): { readonly id: bigint } | { readonly slug: string } | undefined {
  const typed = text.trim()
  if (/^\d{1,18}$/.test(typed)) return { id: BigInt(typed) }
  const slug = /(?:^|\/)campaign\/([^/?#\s]+)/.exec(typed)?.[1] ?? (/^[^/?#\s]+$/.test(typed) ? typed : undefined)
  if (slug === undefined) return undefined
  try {
    return { slug: decodeURIComponent(slug).toLowerCase() }
  } catch {
    return undefined
  }
}
