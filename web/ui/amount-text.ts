import { normalizeDigits } from '#shared/input/digits.ts'
import type { Fault } from '#shared/problem.ts'
import { isRefusedNumber, readNumber } from '#shared/input/typed-number.ts'

/** `isCut`: a fraction was dropped. */
export type AmountText = { readonly text: string; readonly isCut: boolean }

const wholeOf = (digits: string): string => digits.replace(/^0+/, '') || '0'

/**
 * Reads what was pasted or posted in a field of whole amounts (S1 §5): "0012" → "12", "" → "0", "12.50" → "12" with
 * `isCut`. A text that isn't one number is refused, and so is one that may have thousands or decimals (amounts-17, ADR-0041).
 * `exponent`: the decimals of its currency.
 */
export function amountText(typed: string, exponent = 2): AmountText | Fault {
  const read = readNumber(typed, Math.max(2, exponent))
  if (isRefusedNumber(read)) return read
  // The field and the API take twelve digits.
  if (wholeOf(read.whole).length > 12) return { code: 'number-too-large', params: { max: 999_999_999_999 } }
  return { text: wholeOf(read.whole), isCut: /[1-9]/.test(read.decimals) }
}

/**
 * Reads what was typed into the field key by key: after a point or comma, which the field doesn't show, digits are decimals
 * until they complete a group of thousands (ADR-0041). Errors as in `amountText`.
 */
export function typedAmountText(typed: string, exponent = 2): AmountText | Fault {
  const read = amountText(typed, exponent)
  if (!('code' in read) || read.code === 'number-ambiguous') return read
  const [, whole, fraction = ''] = /^(\d{0,12})[.,٫٬](\d*)$/.exec(normalizeDigits(typed).trim()) ?? []
  return whole === undefined ? read : { text: wholeOf(whole), isCut: /[1-9]/.test(fraction) }
}

export const isRefusedAmount = (read: AmountText | Fault): read is Fault => 'code' in read
