import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'

/** Upper limit of every number field (amounts-17). */
const largest = 10n ** 12n

const spaces = /[\u0020\u00a0\u2009\u202f]/g
/** Digit groups of three, or Indian grouping (lakh): three at the end, two before. */
const grouped =
  /^(?:\d{1,3}(?:(?:,\d{3})+|(?:٬\d{3})+|(?: \d{3})+)|\d{1,2}(?:(?:,\d{2})*,\d{3}|(?:٬\d{2})*٬\d{3}|(?: \d{2})* \d{3}))$/
/**
 * With three decimals, "12,500" and "12.500" are thousands to some readers and decimals to others (ADR-0041); "0.500",
 * "2500.125" and "١٢٫٥٠٠" can only be decimals, "١٢٬٥٠٠" and "12 500" only thousands.
 */
const ambiguous = /^(?:[1-9]\d{0,2}\.|\d{1,3},)\d{3}$/

/** The digits 0-9 of a number before and after its decimal point; an empty text has none. */
export type TypedNumber = { readonly whole: string; readonly decimals: string }

/**
 * Reads a number as people type and paste it: digits of six scripts, `.` or `٫` before the decimals, group separators
 * only where they belong (amounts-17). Errors in this order: `number-negative`, `number-ambiguous` with at most three
 * decimals, `number-invalid`, `number-too-many-decimals` {count}, `number-too-large` {max}. Without `decimalsMax` any number of
 * decimals is accepted.
 */
export function readNumber(text: string, decimalsMax = Number.POSITIVE_INFINITY): TypedNumber | Fault {
  const typed = normalizeDigits(text).trim().replace(spaces, ' ')
  if (typed === '') return { whole: '', decimals: '' }
  if (/^[-−]/.test(typed)) return { code: 'number-negative' }
  if (decimalsMax === 3 && ambiguous.test(typed)) return { code: 'number-ambiguous' }
  const [whole = '', decimals = '', ...more] = typed.replace('٫', '.').split('.')
  const isNumber =
    more.length === 0 &&
    /^\d*$/.test(decimals) &&
    whole + decimals !== '' &&
    (/^\d*$/.test(whole) || grouped.test(whole))
  if (!isNumber) return { code: 'number-invalid' }
  if (decimals.length > decimalsMax) return { code: 'number-too-many-decimals', params: { count: decimalsMax } }
  const number = { whole: whole.replace(/\D/g, ''), decimals }
  const units = BigInt(number.whole)
  return units > largest || (units === largest && /[1-9]/.test(decimals))
    ? { code: 'number-too-large', params: { max: Number(largest) } }
    : number
}

/** Whether a number was refused. */
export const isRefusedNumber = (read: TypedNumber | Fault): read is Fault => 'code' in read

/**
 * Returns a typed amount in the form of the API, such as "1250.5", or its fault; an empty text stays empty. `exponent`: the
 * decimals of its currency.
 */
export function readAmountText(text: string, exponent: number): string | Fault {
  const read = readNumber(text, exponent)
  if (isRefusedNumber(read)) return read
  const whole = read.whole.replace(/^0+(?=\d)/, '')
  return read.decimals === '' ? whole : `${whole || '0'}.${read.decimals}`
}
