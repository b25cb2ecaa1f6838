import { nameLengthMax, tidyName } from './name.ts'

/**
 * A name from somebody else's records as ours keep it: tidy, no longer than ours, and nothing a spreadsheet takes for a
 * formula.
 */
export const borrowedName = (said: string): string =>
  tidyName([...tidyName(said).replace(/^[\s=+@-]+/, '')].slice(0, nameLengthMax).join(''))
