import { deleteOldest } from '#shared/collections.ts'
import type { EncodedBody } from '../http/compression.ts'

/** A rendered page. Its nonce is in the body and in the Content-Security-Policy among the headers. */
export type CachedPage = {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: EncodedBody
}
type Entry = { page: CachedPage; renderedAt: number; isRefreshing: boolean }

export type PageCacheOptions = {
  readonly freshMs: number
  readonly staleMs: number
  readonly pagesMax: number
  readonly now: () => number
}

/**
 * Caches rendered pages, so that a page is rendered once for a thousand concurrent visitors (contract-8). A page is
 * fresh for a second; after that the stale page is returned once more while a new one is rendered. Keeps at most
 * `pagesMax` pages and evicts the one rendered longest ago.
 */
export function createPageCache({ freshMs, staleMs, pagesMax, now }: PageCacheOptions) {
  const entries = new Map<string, Entry>()
  const rendering = new Map<string, Promise<CachedPage>>()

  /** Concurrent requests for one page share one rendering. */
  function renderOnce(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
    const running = rendering.get(key)
    if (running) return running
    const started = render()
      .then((page) => {
        if (page.status === 200) {
          entries.delete(key)
          entries.set(key, { page, renderedAt: now(), isRefreshing: false })
          if (entries.size > pagesMax) deleteOldest(entries)
        } else entries.delete(key)
        return page
      })
      .finally(() => rendering.delete(key))
    rendering.set(key, started)
    return started
  }

  return {
    async get(key: string, render: () => Promise<CachedPage>): Promise<CachedPage> {
      const entry = entries.get(key)
      const age = entry ? now() - entry.renderedAt : Infinity
      if (!entry || age > staleMs) return renderOnce(key, render)
      if (age > freshMs && !entry.isRefreshing) {
        entry.isRefreshing = true
        // No visitor waits for this rendering; if it fails, the next visitor triggers another.
        renderOnce(key, render).catch(() => {
          entry.isRefreshing = false
        })
      }
      return entry.page
    },
    get size() {
      return entries.size
    },
  }
}
