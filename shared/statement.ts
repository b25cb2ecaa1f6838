/**
 * Combines SQL parts of several modules into one statement, so that a hot path writes in one round trip and commit
 * while each module defines the SQL for its own tables. A part is a common table expression with its own placeholders
 * `$1 …`.
 */
export type Part = {
  readonly name: string
  readonly sql: string
  readonly values: readonly unknown[]
  /** `NOT MATERIALIZED`. Otherwise PostgreSQL would read all rows of a part that is referenced twice. */
  readonly isFolded?: boolean
}

/** Names a combination by its number, because PostgreSQL limits a prepared statement's name to 63 characters. */
const built = new Map<string, { readonly name: string; readonly text: string }>()

/** Returns `with a as (…), b as (…) <last>` with renumbered placeholders. The text of each combination is cached. */
export function statementOf(
  name: string,
  parts: readonly Part[],
  last: string,
): { name: string; text: string; values: unknown[] } {
  const key = `${name}:${parts.map((part) => part.name).join('+')}`
  let statement = built.get(key)
  if (statement === undefined) {
    let offset = 0
    const expressions = parts.map((part) => {
      const numbered = part.sql.replace(/\$(\d+)/g, (_, digits: string) => `$${Number(digits) + offset}`)
      offset += part.values.length
      return `${part.name} as ${part.isFolded ? 'not materialized ' : ''}(${numbered})`
    })
    statement = { name: `${name}#${built.size}`, text: `with ${expressions.join(',\n')}\n${last}` }
    built.set(key, statement)
  }
  return { ...statement, values: parts.flatMap((part) => part.values) }
}

/**
 * Returns a condition that is true for every timestamp, for lists that a statement gets as JSON. PostgreSQL assumes a
 * hundred rows for any list, and one with this condition. With a hundred rows, the estimated cost grows so much with a
 * table that PostgreSQL drops the prepared plan and plans each call again.
 */
export const isFewRows = (timestamp: string): string => `${timestamp} between '-infinity' and 'infinity'`
