import { hasCardNumber } from '#shared/card-number.ts'
import type { Fault } from '#shared/problem.ts'
import { isStorable, isVisible } from '#shared/text-paths.ts'
import { tidyName } from '#modules/platform/identity/rules/name.ts'

/**
 * A name or place as the public reads it: one line that turns no text beside it, empty where nothing of it can be seen.
 */
export function tidyLine(typed: string): string {
  // Refused at its field; tidied, it would be kept as something nobody wrote.
  if (!isStorable(typed)) return typed
  const line = tidyName(typed)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? line : ''
}

/** The entries of a list with one on each line, as `tidyLine` leaves them; blank lines do not count. */
export const tidyLines = (typed: string): string[] =>
  typed
    .split(/[\r\n]+/)
    .map(tidyLine)
    .filter(Boolean)

/** What is wrong with something a donor wrote freely: too long, or a card number in it. */
export function checkFreeText(text: string | undefined, max: number): Fault | undefined {
  if (text === undefined) return undefined
  if ([...text.trim()].length > max) return { code: 'text-too-long', params: { max } }
  return hasCardNumber(text) ? { code: 'card-number-in-text' } : undefined
}

/** The same for a name, which must be visible and nothing that a spreadsheet would run as a formula (security-12). */
export function checkName(name: string | undefined, max: number): Fault | undefined {
  if (/^\s*[=+@-]/.test(name ?? '')) return { code: 'name-invalid' }
  return name?.trim() && !isVisible(name) ? { code: 'name-invisible' } : checkFreeText(name, max)
}
