import { hasCardNumber } from '#shared/card-number.ts'
import type { Fault } from '#shared/problem.ts'
import { isStorable, isVisible } from '#shared/text-paths.ts'
import { tidyName } from '#modules/platform/identity/rules/name.ts'

/** Tidies a name or place for the public: one line without direction marks, empty if nothing of it is visible. */
export function tidyLine(typed: string): string {
  // Refused at its field; tidied, it would be stored as something the donor did not write.
  if (!isStorable(typed)) return typed
  const line = tidyName(typed)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? line : ''
}

/** Returns the entries of a list with one per line, as `tidyLine` leaves them; blank lines are dropped. */
export const tidyLines = (typed: string): string[] =>
  typed
    .split(/[\r\n]+/)
    .map(tidyLine)
    .filter(Boolean)

/** Checks free text of a donor: its length, and that it has no card number. */
export function checkFreeText(text: string | undefined, max: number): Fault | undefined {
  if (text === undefined) return undefined
  if ([...text.trim()].length > max) return { code: 'text-too-long', params: { max } }
  return hasCardNumber(text) ? { code: 'card-number-in-text' } : undefined
}

/** Checks a name in the same way; it must be visible and no spreadsheet formula (security-12). */
export function checkName(name: string | undefined, max: number): Fault | undefined {
  if (/^\s*[=+@-]/.test(name ?? '')) return { code: 'name-invalid' }
  return name?.trim() && !isVisible(name) ? { code: 'name-invisible' } : checkFreeText(name, max)
}
