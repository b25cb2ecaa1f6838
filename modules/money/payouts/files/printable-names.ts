import anyAscii from 'any-ascii'

/** The characters that every bank of the SEPA schemes accepts (EPC230-15). */
const permitted = /^[A-Za-z0-9/\-?:().,'+ ]+$/
/** The length of a name in SEPA messages; banks compare only so much. */
const charactersMax = 70
/** Frequent characters with a usual replacement. */
const replacements: Readonly<Record<string, string>> = {
  '&': '+',
  _: '-',
  ';': ',',
  '"': "'",
  '`': "'",
  '[': '(',
  ']': ')',
}

/**
 * Transliterates a name for bank files, by a library, and cuts it to 70 characters (payouts-12). Undefined if a
 * character can't be written, or if it would begin with a slash, which banks refuse.
 */
export function printableName(name: string): string | undefined {
  const text = anyAscii(name)
    .replace(/[&_;"`[\]]/g, (sign) => replacements[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, charactersMax)
    .trim()
  return permitted.test(text) && /[A-Za-z0-9]/.test(text) && !text.startsWith('/') && !text.includes('//')
    ? text
    : undefined
}
