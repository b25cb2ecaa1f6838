import { nameLengthMax, normalizeName } from './name.ts'

/** Adapts a provider's name to our rules: normalized, within the maximum length, and not a spreadsheet formula. */
export const adaptProviderName = (text: string): string =>
  normalizeName([...normalizeName(text).replace(/^[\s=+@-]+/, '')].slice(0, nameLengthMax).join(''))
