import type { useText } from '#web/lib/text.tsx'

/** Sources that the platform's own links name, and those that organizers' links and other sites often do. */
const known = [
  'home',
  'home-ending',
  'discover',
  'charity',
  'event',
  'giving-list',
  'newsletter',
  'programmes',
  'zakat-home',
  'account',
  'plan-thanks',
  'whatsapp',
  'direct',
  'search',
  'facebook',
  'instagram',
  'telegram',
  'x',
  'youtube',
  'tiktok',
  'linkedin',
  'reddit',
  'other',
] as const

/** Names the source of a donation or a view: in words where it is known, else as the link spelled it. */
export function sourceName(t: ReturnType<typeof useText>, source: string): string {
  const name = known.find((name) => name === source)
  return name === undefined ? source : t(`organize.source-${name}`)
}
