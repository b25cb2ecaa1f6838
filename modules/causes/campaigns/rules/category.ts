import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { artworkVersion } from '#shared/artwork/version.ts'

/** The causes a campaign may have; the first ten are those with artwork in the recap (S1 §2.1). */
export const categories = [
  'water',
  'food',
  'mosque',
  'community',
  'education',
  'women',
  'orphans',
  'refugees',
  'emergency',
  'health',
  'creative',
  'qurbani',
] as const
export type Category = (typeof categories)[number]

export type Pictured = {
  readonly slug: string
  readonly category: string
  readonly coverId: string | null
}

/** Where the artwork of a fundraiser is, to be requested with `&w=480|960|1600`. */
export const artworkUrl = (slug: string, category: string): string =>
  `/art/${encodeURIComponent(slug)}.webp?c=${encodeURIComponent(category)}&v=${artworkVersion}`

/** Where the picture of a campaign is: its cover, else artwork whose scene follows the cause (content-15). */
export const pictureOf = ({ coverId, slug, category }: Pictured): string =>
  coverId ? pictureUrl(coverId) : artworkUrl(slug, category)
