/**
 * One SQL statement made of parts that several modules own: a hot path writes its facts in one round trip and one
 * commit, while each module still words its own tables. A part is a common table expression with placeholders `$1 …` of
 * its own.
 */
export type Part = {
  readonly name: string
  readonly sql: string
  readonly values: readonly unknown[]
  /** Looked up wherever it is named, as a view is. Else PostgreSQL would read all of a part that is named twice. */
  readonly isFolded?: boolean
}

/** PostgreSQL keeps 63 characters of a prepared statement's name, so a combination is named by its number. */
const built = new Map<string, { readonly name: string; readonly text: string }>()

/** `with a as (…), b as (…) <last>`: placeholders are renumbered, and the text of one combination is built once. */
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
