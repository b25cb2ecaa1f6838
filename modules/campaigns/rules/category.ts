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

/** Where the picture of a campaign is; `null` when it has none. The cause chooses its colours (experience.md 3.6). */
export const pictureOf = (campaign: { readonly slug: string; readonly category: string; readonly hasPicture: boolean }): string | null =>
  campaign.hasPicture ? `/art/${encodeURIComponent(campaign.slug)}.webp?c=${encodeURIComponent(campaign.category)}` : null

/** A story is kept as text; an empty line ends a paragraph. */
export const paragraphsOf = (story: string): string[] =>
  story
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
