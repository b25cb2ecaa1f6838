import { normalizeDigits } from '#shared/input/digits.ts'

/** Places of the site with their own ad variants and order; API clients may use other names. */
export const adSpots = ['general', 'home', 'list', 'event'] as const

/**
 * Returns a fundraiser's number or slug from typed or copied text: `42`, `clean-water`,
 * `https://…/v4/campaign/clean-water?share=1`.
 */
export function parseCampaignReference(text: string): { readonly id: bigint } | { readonly slug: string } | undefined {
  const typed = normalizeDigits(text).trim()
  if (/^\d{1,18}$/.test(typed)) return { id: BigInt(typed) }
  const slug = /(?:^|\/)campaign\/([^/?#\s]+)/.exec(typed)?.[1] ?? (/^[^/?#\s]+$/.test(typed) ? typed : undefined)
  if (slug === undefined) return undefined
  try {
    return { slug: decodeURIComponent(slug).toLowerCase() }
  } catch {
    return undefined
  }
}
