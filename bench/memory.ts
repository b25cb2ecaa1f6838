import { required } from '#shared/collections.ts'
import type { Load } from './load.ts'
import { browserEncodings, donationRequest, pageRequest } from './requests.ts'

type Asked = ReturnType<Load['next']>

const browser = { 'accept-encoding': browserEncodings }
const pick = <T>(list: readonly T[]): T => required(list[Math.floor(Math.random() * list.length)])

/**
 * Returns a realistic mix of requests for the memory measurement: mostly pages, with searches and pictures, and 10 %
 * donations.
 */
export function mixedLoad(input: {
  readonly campaigns: readonly { readonly id: string; readonly slug: string }[]
  readonly words: readonly string[]
}): () => Asked {
  const page = (path: string): Asked => ({ method: 'GET', path, headers: browser })
  const kinds: readonly (readonly [share: number, ask: () => Asked])[] = [
    [40, () => pageRequest(pick(input.campaigns).slug)],
    [15, () => page(`/v4/discover?q=${encodeURIComponent(pick(input.words))}`)],
    [10, () => page(`/v4/checkout/${pick(input.campaigns).slug}`)],
    [10, () => page(`/v4/discovery/cards?q=${encodeURIComponent(pick(input.words))}`)],
    [5, () => page('/v4')],
    [5, () => page('/login')],
    // A client may request 300 generated pictures a minute (server/pages/artwork.ts).
    [5, () => page(`/art/${pick(input.campaigns.slice(0, 100)).slug}.webp?c=water&w=480`)],
    [10, () => donationRequest(pick(input.campaigns).id)],
  ]
  const drawn = kinds.flatMap(([share, ask]) => Array.from({ length: share }, () => ask))
  return () => pick(drawn)()
}
