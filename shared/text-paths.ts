/** Paths of the texts in an input that a test finds, in wire spelling: `item.note`. */
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
 * Whether a text has a visible character: spaces, joiners, fillers and direction marks are invisible. An empty text has
 * none.
 */
export const isVisible = (text: string): boolean =>
  /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

/** Paths of an input's names that are not empty but have no visible character. */
export const invisibleNamePaths = (input: unknown): string[] =>
  textPaths(input, (text, path) => /name/i.test(path.at(-1) ?? '') && text.trim() !== '' && !isVisible(text))

/** Whether the database can keep a text as it is: it keeps no NUL, and no half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
