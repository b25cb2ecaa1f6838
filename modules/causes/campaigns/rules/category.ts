import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { artworkVersion } from '#modules/platform/media/rules/artwork-version.ts'

/** Causes of campaigns; the first ten have artwork in the recap (S1 §2.1). */
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

export type CampaignPicture = {
  readonly slug: string
  readonly category: string
  readonly coverId: string | null
}

/** Returns the URL of a fundraiser's artwork, to be requested with `&w=480|960|1600`. */
export const artworkUrl = (slug: string, category: string): string =>
  `/art/${encodeURIComponent(slug)}.webp?c=${encodeURIComponent(category)}&v=${artworkVersion}`

/** Returns the URL of a campaign's picture: its cover, or artwork that follows the cause (content-15). */
export const campaignPictureOf = ({ coverId, slug, category }: CampaignPicture): string =>
  coverId ? pictureUrl(coverId) : artworkUrl(slug, category)
