/**
 * A value that exists unless the code is wrong, such as an entry of a map that was filled before. Throws when it does
 * not.
 */
export function required<T>(value: T | null | undefined, name = 'value'): T {
  if (value === undefined || value === null) throw new Error(`a required ${name} is missing`)
  return value
}

/** The first row of a statement that always returns one, or the first item of a list that is not empty. */
export const one = <T>(rows: readonly T[]): T => required(rows[0], 'row')
/** The last item of a list that is not empty. */
export const lastOf = <T>(items: readonly T[]): T => required(items.at(-1), 'item')

type Sortable = string | number | bigint

/** Compares two values for `sort`, smallest first. Strings are compared by code unit, as PostgreSQL's "C" does. */
export const ascending = <T extends Sortable>(a: T, b: T): number => Number(a > b) - Number(a < b)

/** Deletes the entry of a cache that was set first. */
export function deleteOldest<K>(entries: Map<K, unknown>): void {
  for (const key of entries.keys()) {
    entries.delete(key)
    return
  }
}
