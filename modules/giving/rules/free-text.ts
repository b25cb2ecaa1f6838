import { hasCardNumber } from '#shared/card-number.ts'
import type { Fault } from '#shared/problem.ts'

/** What is wrong with something a donor wrote freely: too long, or a card number in it. */
export function checkFreeText(text: string | undefined, max: number): Fault | undefined {
  if (text === undefined) return undefined
  if ([...text.trim()].length > max) return { code: 'text-too-long', params: { max } }
  return hasCardNumber(text) ? { code: 'card-number-in-text' } : undefined
}

/** The same for a name. One that a spreadsheet would run as a formula is none (V69). */
export const checkName = (name: string | undefined, max: number): Fault | undefined =>
  /^\s*[=+@-]/.test(name ?? '') ? { code: 'name-invalid' } : checkFreeText(name, max)
