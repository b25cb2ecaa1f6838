import type { Programme } from '#modules/recurring/plans/rules/schedule.ts'

/** Paths of the pages that start the platform's programmes (S1 §2.1). */
const programmePaths: Readonly<Record<Programme, string>> = {
  FridayGivers: '/scheduled-giving/friday-givers/choose-causes',
  DailyGivers: '/scheduled-giving/daily-givers/checkout',
  DhulHijjah: '/scheduled-giving/dhc',
  Ramadan30Nights: '/scheduled-giving/ramadan',
}

/** Returns a link whose donations count for the code's owner. */
export const fundraiserLink = (origin: string, slug: string, code: string): string =>
  `${origin}/campaign/${encodeURIComponent(slug)}?code=${code}`
export const programmeLink = (origin: string, programme: Programme, code: string): string =>
  `${origin}${programmePaths[programme]}?code=${code}`

/**
 * Returns the slug in pasted text, which may be a fundraiser's URL, with or without origin, or the slug; undefined if
 * neither.
 */
export function slugIn(pasted: string): string | undefined {
  const text = pasted.trim()
  const inAddress = /\/(?:v4\/)?(?:campaign|checkout)\/([^/?#\s]+)/.exec(text)?.[1]
  const slug = inAddress ?? text
  return /^[a-z0-9-]{1,200}$/.test(slug) ? slug : undefined
}
