/** Paths of the texts in an input that a test finds, in wire spelling: `item.note`. */
export function textPaths(input: unknown, test: (text: string, path: readonly string[]) => boolean, path: readonly string[] = []): string[] {
  if (typeof input === 'string') return test(input, path) ? [path.join('.')] : []
  if (typeof input !== 'object' || input === null) return []
  return Object.entries(input).flatMap(([name, value]) => textPaths(value, test, [...path, name]))
}

/** Whether the database can keep a text as it is: it keeps no NUL, and no half of a character. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
