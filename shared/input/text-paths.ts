/** Returns the paths of the texts in an input for which `test` returns true, with wire names: `item.note`. */
export function textPaths(
  input: unknown,
  test: (text: string, path: readonly string[]) => boolean,
  path: readonly string[] = [],
): string[] {
  if (typeof input === 'string') return test(input, path) ? [path.join('.')] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => textPaths(value, test, [...path, name]))
}

/**
 * Returns whether a text has a visible character; spaces, joiners, fillers and direction marks are invisible.
 */
export const isVisible = (text: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Returns the paths of an input's names that aren't empty but have no visible character. */
export const invisibleNamePaths = (input: unknown): string[] =>
  textPaths(input, (text, path) => /name/i.test(path.at(-1) ?? '') && text.trim() !== '' && !isVisible(text))

/** Returns whether PostgreSQL can store a text, which must not contain NUL or lone surrogates. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
