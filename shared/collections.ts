/**
 * Returns a value that exists unless the code has a bug, such as an entry of a map that was filled before. Throws if it
 * is missing.
 */
export function required<T>(value: T | null | undefined, name = 'value'): T {
  if (value === undefined || value === null) throw new Error(`a required ${name} is missing`)
  return value
}

/** Returns the first row of a statement that always returns one, or the first item of a non-empty list. */
export const one = <T>(rows: readonly T[]): T => required(rows[0], 'row')
/** Returns the last item of a non-empty list. */
export const lastOf = <T>(items: readonly T[]): T => required(items.at(-1), 'item')

/**
 * Pairs the items of two lists by index. Throws if the lists have different lengths or an item is missing.
 */
export function zip<A, B>(a: readonly A[], b: readonly B[]): (readonly [A, B])[] {
  if (a.length !== b.length) throw new Error(`lists of ${a.length} and ${b.length} items cannot be paired`)
  return a.map((item, index) => [item, required(b[index], 'item')])
}

/** Returns the value of a key in a cache; if there is none, stores the result of `create`. */
export function getOrInsert<K, V>(
  cache: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  create: () => V,
): V {
  const cached = cache.get(key)
  if (cached !== undefined) return cached
  const created = create()
  cache.set(key, created)
  return created
}

type Sortable = string | number | bigint

/** Compares two values for `sort`, smallest first. Strings are compared by code unit, as PostgreSQL's "C" does. */
export const ascending = <T extends Sortable>(a: T, b: T): number => Number(a > b) - Number(a < b)

/** Deletes the oldest entry of a cache. */
export function deleteOldest<K>(entries: Map<K, unknown>): void {
  for (const key of entries.keys()) {
    entries.delete(key)
    return
  }
}
