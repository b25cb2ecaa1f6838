import type { Fault } from '#shared/problem.ts'

export const nameLengthMax = 60

/** Returns the name as one line, without invisible characters, composed and trimmed. */
export const normalizeName = (typed: string): string =>
  typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Checks a first or last name. A text that a spreadsheet would run as a formula is refused (security-12). */
export function checkPersonName(typed: string, which: 'first' | 'last'): Fault | undefined {
  const name = normalizeName(typed)
  if (name === '') return which === 'first' ? { code: 'first-name-missing' } : undefined
  if ([...name].length > nameLengthMax) return { code: 'text-too-long', params: { max: nameLengthMax } }
  return /^[=+@-]/.test(name) ? { code: 'name-invalid' } : undefined
}

/** First parts of names that are incomplete without the next word: Abd al-Rahman, Abdul Karim, Abu Bakr, Umm Kulthum. */
const namePrefix = /^(abd|abdu|abdul|abdel|abu|abou|umm|عبد|أبو|ابو|أم|ام)$/iu
/** Articles within such a name: “Abd al Rahman”. */
const article = /^(al|el|ar|as|ur|ul)$/iu

/** Returns the name to greet a person with: the first word of a full name, or the whole of a compound first name. */
export function firstNameOf(whole: string): string {
  const words = normalizeName(whole).split(' ')
  const [first = '', second = ''] = words
  if (!namePrefix.test(first)) return first
  return words.slice(0, article.test(second) ? 3 : 2).join(' ')
}

/**
 * Splits a full name from checkout into a first and a last name that `checkPersonName` accepts: the name to greet the
 * person with, and the rest.
 */
export function splitName(whole: string): { firstName: string; lastName: string } {
  const firstName = firstNameOf(whole)
  const cut = (name: string) => normalizeName([...name.replace(/^[\s=+@-]+/, '')].slice(0, nameLengthMax).join(''))
  return { firstName: cut(firstName), lastName: cut(normalizeName(whole).slice(firstName.length)) }
}
