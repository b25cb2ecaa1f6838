import { normalizeDigits } from '#shared/digits.ts'
import { amountText } from './amount-text.ts'

/** Returns a posted amount: whole, or as typed if it has a fraction, which validation rejects. */
export function postedAmount(typed: string, exponent: number): string {
  const { text, isCut } = amountText(typed, exponent)
  return isCut ? typed : text
}

/** Like `postedAmount`, but an empty field stays empty. */
export const postedAmountIfAny = (typed: string, exponent: number): string =>
  typed.trim() === '' ? '' : postedAmount(typed.trim(), exponent)

/**
 * Normalizes a typed amount and keeps its decimals (a refund, a donation by cheque, one night of a plan):
 * "١٬٢٥٠٫٥٠" → "1250.50". An ambiguous amount ("1,250" in a currency with three decimals) or one that is not a number
 * stays as typed, for the rules to refuse.
 */
export function postedExact(typed: string, exponent: number): string {
  const plain = normalizeDigits(typed)
    .trim()
    .replace(/[\s٬’']/g, '')
    .replace('٫', '.')
  if (/^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(plain) && (exponent !== 3 || /,.*[,.]/.test(plain)))
    return plain.replaceAll(',', '')
  return /^\d+,\d{1,2}$/.test(plain) ? plain.replace(',', '.') : plain
}

/** Returns a posted quantity from 1 to 99. A fraction stays, and validation rejects it. */
export function postedQuantity(typed: string): number {
  const quantity = Number(
    normalizeDigits(typed)
      .replace(/[,٫]/g, '.')
      .replace(/[^\d.]/g, ''),
  )
  return Number.isInteger(quantity) ? Math.max(1, Math.min(99, quantity)) : quantity || 1
}
