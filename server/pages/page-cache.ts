import { deleteOldest } from '#shared/collections.ts'
import type { EncodedBody } from '../http/compression.ts'

/** A rendered page. Its nonce is in its body and in the policy among its headers. */
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
 * A page that a thousand people open at once is rendered once (contract-8). Fresh for a second; then the old page
 * is answered once more while a new one is rendered behind it. At most `pagesMax` pages, the one rendered longest ago
 * goes first.
 */
export function createPageCache({ freshMs, staleMs, pagesMax, now }: PageCacheOptions) {
  const entries = new Map<string, Entry>()
  const rendering = new Map<string, Promise<CachedPage>>()

  /** Many who ask for the same page at once wait for one rendering. */
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
        // No visitor waits for this one; if it fails the next visitor tries again.
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
