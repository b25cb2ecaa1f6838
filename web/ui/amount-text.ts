import { normalizeDigits } from '#shared/digits.ts'

export type AmountText = { readonly text: string; readonly isCut: boolean }

/**
 * Well-formed thousands ("1,250", "1.250.000", "1,00,000"): the same separator throughout, and three digits after the
 * last.
 */
const groups = /^[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/

/**
 * Parses what was typed, pasted or posted in an amount field (S1 §5): "0012" → "12", "" → "0", "12.50" → "12" with
 * `isCut`. `exponent`: of the currency; with three decimals, "12.500" has a fraction. Fraction digits never become part
 * of the whole amount.
 */
export function amountText(typed: string, exponent = 2): AmountText {
  // The point of an abbreviation, as in "Rs.50", isn't a decimal point.
  const number = /(?:(?<!\p{L})[.,٫])?\d(?:.*\d)?/su.exec(normalizeDigits(typed))?.[0].replace(/\s/g, '') ?? ''
  const isGrouped = groups.test(number) && !(exponent === 3 && /^\d+\.\d+$/.test(number))
  const [, before, fraction = ''] = (isGrouped ? null : /(.*)[.,٫](.*)/.exec(number)) ?? []
  if (before === undefined) return { text: number.replace(/^[0\D]+|\D/g, '').slice(0, 12) || '0', isCut: false }
  const whole = amountText(before)
  return { text: whole.text, isCut: whole.isCut || /[1-9]/.test(fraction) }
}
