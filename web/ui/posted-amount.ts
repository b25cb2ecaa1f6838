import { type Currency, exponentOf, type Money, money, parseMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { isRefusedNumber, readAmountText, readNumber } from '#shared/input/typed-number.ts'
import { amountText, isRefusedAmount } from './amount-text.ts'

/** Returns a posted amount: whole, or as typed if it isn't a whole number, which validation rejects. */
export function postedAmount(typed: string, exponent: number): string {
  const read = amountText(typed, exponent)
  return isRefusedAmount(read) || read.isCut ? typed : read.text
}

/** Like `postedAmount`, but an empty field stays empty. */
export const postedAmountIfAny = (typed: string, exponent: number): string =>
  typed.trim() === '' ? '' : postedAmount(typed.trim(), exponent)

/** Returns the fault of a posted amount or quantity that was left as typed: a fraction, or not one number. */
export const postedAmountFault = (typed: string): Fault => ({
  code: isRefusedNumber(readNumber(typed.replace(/^(\D*\d+)[,٫](\d+)$/u, '$1.$2'))) ? 'amount-invalid' : 'not-whole',
})

/**
 * Reads a typed amount with its decimals (a refund, one night of a plan): "١٬٢٥٠٫٥٠" → 1250.50; empty is 0. Returns
 * undefined if it isn't one number, or may have thousands or decimals (amounts-17, ADR-0041).
 */
export function postedExact(typed: string, currency: Currency): Money | undefined {
  const text = readAmountText(typed, exponentOf(currency))
  if (text === '') return money(0n, currency)
  return typeof text === 'string' ? parseMajor(text, currency) : undefined
}

/** Returns the fault of a typed amount that `postedExact` refuses. */
export function exactAmountFault(typed: string, currency: Currency): Fault {
  const read = readAmountText(typed, exponentOf(currency))
  return typeof read !== 'string' && read.code === 'number-ambiguous' ? read : { code: 'amount-invalid' }
}

/** Returns a posted quantity from 1 to 99; empty is 1. Validation rejects a fraction, and NaN for any other text. */
export function postedQuantity(typed: string): number {
  // People write a half with a comma, too, which must not become another number.
  const read = readNumber(typed.replace(/^([^.,٫]*)[,٫]([^.,٫]{1,2})$/, '$1.$2'))
  if (isRefusedNumber(read)) return Number.NaN
  const quantity = Number(`${read.whole || (read.decimals ? '0' : '1')}.${read.decimals}`)
  return Number.isInteger(quantity) ? Math.max(1, Math.min(99, quantity)) : quantity
}
