import { normaliseDigits } from '#shared/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { type Exact, exact, isLess } from './exact.ts'

/** The largest number of a field, of whatever it counts (zakat-15). */
const largest = exact(10n ** 12n)

const directionMarks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]/g
const spaces = /[\u0020\u00a0\u2009\u202f]/g
/** Groups of three, or as in lakh: three at the end and two before. */
const grouped =
  /^(?:\d{1,3}(?:(?:,\d{3})+|(?:٬\d{3})+|(?: \d{3})+)|\d{1,2}(?:(?:,\d{2})*,\d{3}|(?:٬\d{2})*٬\d{3}|(?: \d{2})* \d{3}))$/

/**
 * Reads a number as a donor types it: digits of six scripts, `.` or `٫` before the decimals, groups only where they
 * belong. Nothing typed is 0. Refuses in this order: `number-negative`, `number-invalid`, `number-too-many-decimals`
 * {count}, `number-too-large` {max} (zakat-15). Without `decimalsMax` any number of decimals is read.
 */
export function readDecimal(text: string, decimalsMax = Number.POSITIVE_INFINITY): Exact | Fault {
  const typed = normaliseDigits(text.replace(directionMarks, '')).trim().replace(spaces, ' ').replace('٫', '.')
  if (typed === '') return exact(0n)
  if (/^[-−]/.test(typed)) return { code: 'number-negative' }
  const [whole = '', decimals = '', ...more] = typed.split('.')
  const isNumber =
    more.length === 0 &&
    /^\d*$/.test(decimals) &&
    whole + decimals !== '' &&
    (/^\d*$/.test(whole) || grouped.test(whole))
  if (!isNumber) return { code: 'number-invalid' }
  if (decimals.length > decimalsMax) return { code: 'number-too-many-decimals', params: { count: decimalsMax } }
  const value = exact(BigInt(whole.replace(/\D/g, '') + decimals), 10n ** BigInt(decimals.length))
  return isLess(largest, value) ? { code: 'number-too-large', params: { max: Number(largest.numerator) } } : value
}

/** Whether a number was refused. */
export const isRefused = (value: Exact | Fault): value is Fault => 'code' in value
