import { nameLengthMax, tidyName } from './name.ts'

/** Adapts a name from a provider to our rules: tidy, within our length, and no spreadsheet formula. */
export const adaptProviderName = (text: string): string =>
  tidyName([...tidyName(text).replace(/^[\s=+@-]+/, '')].slice(0, nameLengthMax).join(''))
