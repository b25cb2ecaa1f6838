import { normalizeDigits } from '#shared/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { type Fraction, fraction, isLess } from './exact.ts'

/** Upper limit of every number field (zakat-15). */
const largest = fraction(10n ** 12n)

const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g
const spaces = /[\u0020\u00a0\u2009\u202f]/g
/** Digit groups of three, or Indian grouping (lakh): three at the end, two before. */
const grouped =
  /^(?:\d{1,3}(?:(?:,\d{3})+|(?:٬\d{3})+|(?: \d{3})+)|\d{1,2}(?:(?:,\d{2})*,\d{3}|(?:٬\d{2})*٬\d{3}|(?: \d{2})* \d{3}))$/

/**
 * Parses a number as entered by a donor: digits of six scripts, `.` or `٫` as decimal separator, group separators only
 * in valid positions. Empty is 0. Errors in this order: `number-negative`, `number-invalid`, `number-too-many-decimals`
 * {count}, `number-too-large` {max} (zakat-15). Without `decimalsMax` any number of decimals is accepted.
 */
export function readDecimal(text: string, decimalsMax = Number.POSITIVE_INFINITY): Fraction | Fault {
  const typed = normalizeDigits(text.replace(directionMarks, '')).trim().replace(spaces, ' ').replace('٫', '.')
  if (typed === '') return fraction(0n)
  if (/^[-−]/.test(typed)) return { code: 'number-negative' }
  const [whole = '', decimals = '', ...more] = typed.split('.')
  const isNumber =
    more.length === 0 &&
    /^\d*$/.test(decimals) &&
    whole + decimals !== '' &&
    (/^\d*$/.test(whole) || grouped.test(whole))
  if (!isNumber) return { code: 'number-invalid' }
  if (decimals.length > decimalsMax) return { code: 'number-too-many-decimals', params: { count: decimalsMax } }
  const value = fraction(BigInt(whole.replace(/\D/g, '') + decimals), 10n ** BigInt(decimals.length))
  return isLess(largest, value) ? { code: 'number-too-large', params: { max: Number(largest.numerator) } } : value
}

/** Whether a number was invalid. */
export const isRefused = (value: Fraction | Fault): value is Fault => 'code' in value
