import { deleteOldest } from '#shared/collections.ts'
type Entry<V> = { readonly value: Promise<V>; readonly readAt: number }

export type Recent<K, V, By> = {
  /**
   * The value, read again once it is older than `keptMs`. Asked for by many at once it is read once for all of them.
   */
  get(key: K, now: Date, by: By): Promise<V>
  readonly size: number
}

type Options<K, V, By> = {
  readonly read: (key: K, by: By) => Promise<V>
  readonly keptMs: number
  readonly entriesMax: number
}

/**
 * A small memory of what was read a moment ago. The entry read longest ago makes room for a new one; a read that failed
 * is forgotten, so the next asker tries again. The age is taken from when the reading began: what is answered is never
 * older than `keptMs`.
 */
export function createRecent<K, V, By>({ read, keptMs, entriesMax }: Options<K, V, By>): Recent<K, V, By> {
  const entries = new Map<K, Entry<V>>()
  return {
    get size() {
      return entries.size
    },
    get(key, now, by) {
      const at = now.getTime()
      const known = entries.get(key)
      const ageMs = known && at - known.readAt
      if (known && ageMs !== undefined && ageMs >= 0 && ageMs < keptMs) return known.value
      const value = read(key, by)
      const entry: Entry<V> = { value, readAt: at }
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
