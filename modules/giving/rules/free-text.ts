import { normaliseDigits } from '#shared/digits.ts'
import type { Fault } from '#shared/problem.ts'

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Whether the text holds what may be a card number: 13 to 19 digits, spaced or not, whose check digit is right (trust.md R21). */
export function hasCardNumber(text: string): boolean {
  const runs = normaliseDigits(text).match(/\d(?:[ .-]?\d){12,18}(?![ .-]?\d)/g) ?? []
  return runs.some((run) => passesLuhn(run.replace(/\D/g, '')))
}

/** What is wrong with something a donor wrote freely: too long, or a card number in it. */
export function checkFreeText(text: string | undefined, max: number): Fault | undefined {
  if (text === undefined) return undefined
  if ([...text.trim()].length > max) return { code: 'text-too-long', params: { max } }
  return hasCardNumber(text) ? { code: 'card-number-in-text' } : undefined
}

/** The same for a name. One that a spreadsheet would run as a formula is none (V69). */
export const checkName = (name: string | undefined, max: number): Fault | undefined =>
  /^\s*[=+@-]/.test(name ?? '') ? { code: 'name-invalid' } : checkFreeText(name, max)
