import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'

/** Paths where the platform's programmes are joined (S1 §2.1). */
const programmePaths: Readonly<Record<Programme, string>> = {
  FridayGivers: '/scheduled-giving/friday-givers/choose-causes',
  DailyGivers: '/scheduled-giving/daily-givers/checkout',
  DhulHijjah: '/scheduled-giving/dhc',
  Ramadan30Nights: '/scheduled-giving/ramadan',
}

/** Returns the link to share, whose donations count for its owner. */
export const fundraiserLink = (origin: string, slug: string, code: string): string =>
  `${origin}/campaign/${encodeURIComponent(slug)}?code=${code}`
export const programmeLink = (origin: string, programme: Programme, code: string): string =>
  `${origin}${programmePaths[programme]}?code=${code}`

/**
 * Returns the slug in pasted text: a fundraiser's URL, with or without its origin, or the slug; undefined if neither.
 */
export function slugIn(pasted: string): string | undefined {
  const text = pasted.trim()
  const inAddress = /\/(?:v4\/)?(?:campaign|checkout)\/([^/?#\s]+)/.exec(text)?.[1]
  const slug = inAddress ?? text
  return /^[a-z0-9-]{1,200}$/.test(slug) ? slug : undefined
}
