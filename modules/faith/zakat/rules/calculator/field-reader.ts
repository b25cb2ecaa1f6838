import { type Currency, exponentOf, isCurrency } from '#shared/currencies.ts'
import type { Fault } from '#shared/problem.ts'
import { type Fraction, fraction, isLess, isPositive, nothing } from '../numbers/exact.ts'
import { isRefused, readDecimal } from '../numbers/read-decimal.ts'
import type { InputFault } from './zakat-input.ts'

type Limits = {
  /** Any number of decimals if omitted. */
  readonly decimals?: number
  readonly least?: bigint
  readonly most?: bigint
  /** The value of an empty field; 0 if omitted. */
  readonly whenEmpty?: Fraction
}

/** Reads the fields of one object and collects errors by path. Never throws. */
export type FieldReader = {
  /** The currency of the line's amounts. */
  readonly currency: Currency
  /** Major units with at most the currency's decimals. */
  amount(name: string): Fraction
  number(name: string, limits?: Limits): Fraction
  /** 0 to 100, as a fraction of 1. */
  percent(name: string, whenEmpty?: Fraction): Fraction
  isEmpty(name: string): boolean
  /** One of the values; defaults to the first unless a choice is required. */
  option<T extends string>(name: string, values: readonly T[], isRequired?: boolean): T
  isTrue(name: string): boolean
  refuse(name: string, fault: Fault): void
}

const hundred = fraction(100n)
/** 25 → 1/4. */
export const asFraction = (percent: Fraction): Fraction => fraction(percent.numerator, percent.denominator * 100n)

export function readCalculatorFields(
  path: string,
  fields: object,
  mainCurrency: Currency,
  refusals: InputFault[],
): FieldReader {
  const values = fields as Readonly<Record<string, unknown>>
  const refuse = (name: string, fault: Fault): void => {
    const field = path === '' ? name : `${path}.${name}`
    if (!refusals.some((refusal) => refusal.path === field)) refusals.push({ path: field, ...fault })
  }
  const textOf = (name: string): unknown => values[name] ?? ''
  const isEmpty = (name: string): boolean => {
    const text = textOf(name)
    return typeof text === 'string' && text.trim() === ''
  }
  const number = (name: string, { decimals, least, most, whenEmpty = nothing }: Limits = {}): Fraction => {
    if (isEmpty(name)) return whenEmpty
    const text = textOf(name)
    const value = typeof text === 'string' ? readDecimal(text, decimals) : ({ code: 'number-invalid' } as const)
    if (isRefused(value)) refuse(name, value)
    else if (most !== undefined && isLess(fraction(most), value))
      refuse(name, { code: 'number-too-large', params: { max: Number(most) } })
    else if (least !== undefined && isLess(value, fraction(least)))
      refuse(name, { code: 'number-too-small', params: { min: Number(least) } })
    else return value
    return whenEmpty
  }
  const currency = values.currency === undefined ? mainCurrency : values.currency
  if (!isCurrency(currency)) refuse('currency', { code: 'currency-unknown' })
  const lineCurrency = isCurrency(currency) ? currency : mainCurrency
  return {
    currency: lineCurrency,
    refuse,
    isEmpty,
    number,
    amount: (name) => number(name, { decimals: exponentOf(lineCurrency) }),
    percent: (name, whenEmpty = nothing) =>
      asFraction(
        number(name, {
          most: hundred.numerator,
          whenEmpty: fraction(whenEmpty.numerator * 100n, whenEmpty.denominator),
        }),
      ),
    option: (name, options, isRequired = false) => {
      const [first] = options
      const value = values[name] ?? (isRequired ? '' : first)
      const chosen = options.find((option) => option === value)
      if (chosen === undefined) refuse(name, { code: 'choice-invalid' })
      return (chosen ?? first) as (typeof options)[number]
    },
    isTrue: (name) => {
      if (values[name] !== undefined && typeof values[name] !== 'boolean') refuse(name, { code: 'choice-invalid' })
      return values[name] === true
    },
  }
}

/** A price above 0 with any decimals; returns 1 for an invalid price. */
export function readPrice(fields: FieldReader, name: string): Fraction {
  const refused = fraction(-1n)
  const price = fields.number(name, { whenEmpty: refused })
  if (isPositive(price)) return price
  if (price.numerator === 0n || fields.isEmpty(name)) fields.refuse(name, { code: 'number-not-positive' })
  return fraction(1n)
}
