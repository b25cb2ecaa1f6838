import { pictureUrl } from '#modules/platform/media/rules/address.ts'

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
  readonly hasPicture: boolean
  readonly coverId: string | null
}

/**
 * Where the picture of a campaign is, to be asked for with `&w=480|960|1600`: its cover, else artwork that the cause
 * colours (content-15); `null` when it has neither.
 */
export function pictureOf({ coverId, hasPicture, slug, category }: Pictured): string | null {
  if (coverId) return pictureUrl(coverId)
  return hasPicture ? `/art/${encodeURIComponent(slug)}.webp?c=${encodeURIComponent(category)}` : null
}
