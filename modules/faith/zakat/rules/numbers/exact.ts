import { type Currency, exponentOf } from '#shared/currencies.ts'
import { divide, money, type Money, type Rounding } from '#shared/money.ts'

/** An exact fraction; the denominator is above 0. Not reduced: a calculation has few steps. */
export type Fraction = { readonly numerator: bigint; readonly denominator: bigint }

export const fraction = (numerator: bigint, denominator = 1n): Fraction => ({ numerator, denominator })
export const nothing: Fraction = fraction(0n)

/** Adds fractions; equal denominators are kept, so that numbers stay small in long sums. */
const plus = (a: Fraction, b: Fraction): Fraction =>
  a.denominator === b.denominator
    ? fraction(a.numerator + b.numerator, a.denominator)
    : fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, fraction(-b.numerator, b.denominator))
export const multiply = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)
/** Divides by a positive number. */
export const divideBy = (a: Fraction, b: Fraction): Fraction =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator)

export const sumExact = (values: readonly Fraction[]): Fraction => values.reduce(plus, nothing)
export const isPositive = ({ numerator }: Fraction): boolean => numerator > 0n
export const isLess = (a: Fraction, b: Fraction): boolean => a.numerator * b.denominator < b.numerator * a.denominator
export const atLeastZero = (value: Fraction): Fraction => (isPositive(value) ? value : nothing)
export const lesserOf = (a: Fraction, b: Fraction): Fraction => (isLess(b, a) ? b : a)

/** Rounds a non-negative number to `decimals` places, as an integer of the last place. */
export const roundExact = ({ numerator, denominator }: Fraction, decimals: number, rounding: Rounding): bigint =>
  divide(numerator * 10n ** BigInt(decimals), denominator, rounding)

/** Rounds major units of at least 0 to the minor unit of the currency. */
export const toMoney = (value: Fraction, currency: Currency, rounding: Rounding): Money =>
  money(roundExact(value, exponentOf(currency), rounding), currency)
