import { deleteOldest } from '#shared/collections.ts'
type Entry<V> = { readonly value: Promise<V>; readonly readAt: number }

export type Recent<K, V, By> = {
  /** Returns the value, and reads it again if it is older than `keptMs`. Concurrent requests share one read. */
  get(key: K, now: Date, by: By): Promise<V>
  readonly size: number
}

type Options<K, V, By> = {
  readonly read: (key: K, by: By) => Promise<V>
  readonly keptMs: number
  readonly entriesMax: number
}

/**
 * Creates a small cache. The oldest entry is evicted. A failed read isn't cached, so the next request tries again. The
 * age counts from the start of the read, so a value is never older than `keptMs`.
 */
export function createRecent<K, V, By>({ read, keptMs, entriesMax }: Options<K, V, By>): Recent<K, V, By> {
  const entries = new Map<K, Entry<V>>()
  return {
    get size() {
      return entries.size
    },
    get(key, now, by) {
      const time = now.getTime()
      const known = entries.get(key)
      const ageMs = known && time - known.readAt
      if (known && ageMs !== undefined && ageMs >= 0 && ageMs < keptMs) return known.value
      const value = read(key, by)
      const entry: Entry<V> = { value, readAt: time }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > entriesMax) deleteOldest(entries)
      value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key)
      })
      return value
    },
  }
}
