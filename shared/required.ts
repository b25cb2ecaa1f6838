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
