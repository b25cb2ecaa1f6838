import { type Currency, exponentOf } from '#shared/currencies.ts'
import { divide, money, type Money, type Rounding } from '#shared/money.ts'

/** An exact fraction; the denominator is above 0. Not reduced: a calculation has few steps. */
export type Exact = { readonly numerator: bigint; readonly denominator: bigint }

export const exact = (numerator: bigint, denominator = 1n): Exact => ({ numerator, denominator })
export const nothing: Exact = exact(0n)

/** Adds fractions; equal denominators are kept, so that numbers stay small in long sums. */
const plus = (a: Exact, b: Exact): Exact =>
  a.denominator === b.denominator
    ? exact(a.numerator + b.numerator, a.denominator)
    : exact(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const minus = (a: Exact, b: Exact): Exact => plus(a, exact(-b.numerator, b.denominator))
export const multiply = (a: Exact, b: Exact): Exact => exact(a.numerator * b.numerator, a.denominator * b.denominator)
/** Divides by a positive number. */
export const over = (a: Exact, b: Exact): Exact => exact(a.numerator * b.denominator, a.denominator * b.numerator)

export const sumExact = (values: readonly Exact[]): Exact => values.reduce(plus, nothing)
export const isPositive = ({ numerator }: Exact): boolean => numerator > 0n
export const isLess = (a: Exact, b: Exact): boolean => a.numerator * b.denominator < b.numerator * a.denominator
export const atLeastZero = (value: Exact): Exact => (isPositive(value) ? value : nothing)
export const lesser = (a: Exact, b: Exact): Exact => (isLess(b, a) ? b : a)

/** Rounds a non-negative number to `decimals` places, as an integer of the last place. */
export const roundExact = ({ numerator, denominator }: Exact, decimals: number, rounding: Rounding): bigint =>
  divide(numerator * 10n ** BigInt(decimals), denominator, rounding)

/** Rounds major units of at least 0 to the minor unit of the currency. */
export const toMoney = (value: Exact, currency: Currency, rounding: Rounding): Money =>
  money(roundExact(value, exponentOf(currency), rounding), currency)
