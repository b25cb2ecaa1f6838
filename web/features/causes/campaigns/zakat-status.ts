import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'

export type ZakatStatus = OutputOf<ProductContract, 'GET /api/projectapi/zakat'>

/** How long a fundraiser's zakat status is cached, in milliseconds; requests are at least a second apart (S2 §9). */
const keptMs = 120_000
const throttleMs = 1000

type Clock = { now(): number; wait(ms: number): Promise<void> }
const browser: Clock = { now: () => performance.now(), wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) }

/**
 * Creates a cache of zakat statuses that shares concurrent requests for the same fundraiser and sends requests a second
 * apart (S2 §4).
 */
export function createZakatStates(ask: (slug: string) => Promise<ZakatStatus>, clock: Clock = browser) {
  const known = new Map<string, { readonly status: Promise<ZakatStatus>; readonly at: number }>()
  let nextAt = -Infinity
  return (slug: string): Promise<ZakatStatus> => {
    const now = clock.now()
    const entry = known.get(slug)
    if (entry && now - entry.at < keptMs) return entry.status
    const startAt = Math.max(now, nextAt)
    nextAt = startAt + throttleMs
    const status = (startAt > now ? clock.wait(startAt - now) : Promise.resolve()).then(() => ask(slug))
    known.set(slug, { status, at: startAt })
    // Failures aren't cached.
    status.catch(() => known.delete(slug))
    return status
  }
}

export const zakatStatus = createZakatStates((slug) => api('GET /api/projectapi/zakat', { slug }))
