import { hasCardNumber } from '#shared/input/card-number.ts'
import type { Fault } from '#shared/problem.ts'
import { isStorableText, isVisible } from '#shared/input/text-paths.ts'
import { normalizeName } from '#modules/platform/identity/rules/name.ts'

/** Tidies a public name or place to one line without direction marks; empty if nothing of it is visible. */
export function normalizeLine(typed: string): string {
  // Left unchanged for its field to refuse; tidying would store something the donor didn't write.
  if (!isStorableText(typed)) return typed
  const line = normalizeName(typed)
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(line) ? line : ''
}

/** Splits a text into its lines, tidies each and drops blank ones. */
export const normalizeLines = (typed: string): string[] =>
  typed
    .split(/[\r\n]+/)
    .map(normalizeLine)
    .filter(Boolean)

/** Checks that a donor's text isn't too long and has no card number. */
export function checkFreeText(text: string | undefined, max: number): Fault | undefined {
  if (text === undefined) return undefined
  if ([...text.trim()].length > max) return { code: 'text-too-long', params: { max } }
  return hasCardNumber(text) ? { code: 'card-number-in-text' } : undefined
}

/** Checks a name like free text; it must also be visible and not a spreadsheet formula (security-12). */
export function checkName(name: string | undefined, max: number): Fault | undefined {
  if (/^\s*[=+@-]/.test(name ?? '')) return { code: 'name-invalid' }
  return name?.trim() && !isVisible(name) ? { code: 'name-invisible' } : checkFreeText(name, max)
}
