import { numberFormat } from './formats.ts'
import { required, ascending } from './collections.ts'
import { type Currency, exponentOf } from './currencies.ts'
import { intlTag, isRightToLeft, type Locale } from './text.ts'

export { currencies, type Currency, exponentOf, isCurrency } from './currencies.ts'

/** A number of minor units and its currency. `bigint` keeps floats out, because the types don't mix. */
export type Money = { readonly amount: bigint; readonly currency: Currency }
/** A rate in parts per million: 2.9 % is `29_000n`. */
export type Rate = { readonly ppm: bigint }
export type Rounding = 'down' | 'up' | 'half-up'

export const money = (amount: bigint, currency: Currency): Money => ({ amount, currency })
export const zero = (currency: Currency): Money => money(0n, currency)
export const isZero = ({ amount }: Money): boolean => amount === 0n

export function add(a: Money, b: Money): Money {
  sameCurrency(a, b)
  return money(a.amount + b.amount, a.currency)
}

export function subtract(a: Money, b: Money): Money {
  sameCurrency(a, b)
  return money(a.amount - b.amount, a.currency)
}

/** Sums amounts. The sum of an empty list is zero, so the currency is required. */
export const sum = (amounts: readonly Money[], currency: Currency): Money => amounts.reduce(add, zero(currency))

/** Compares two amounts for `sort`. Throws if their currencies differ. */
export function compare(a: Money, b: Money): number {
  sameCurrency(a, b)
  return ascending(a.amount, b.amount)
}

export const times = (moneyInput: Money, factor: bigint): Money =>
  money(moneyInput.amount * factor, moneyInput.currency)

/** Divides with an explicit rounding mode, so that no part of a minor unit disappears by default. */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  if (dividend < 0n || divisor <= 0n) throw new RangeError('divide: expects dividend ≥ 0 and divisor > 0')
  const whole = dividend / divisor
  const rest = dividend % divisor
  const isRoundedUp = rounding === 'up' ? rest > 0n : rounding === 'half-up' && rest * 2n >= divisor
  return isRoundedUp ? whole + 1n : whole
}

export const share = (moneyInput: Money, rate: Rate, rounding: Rounding): Money =>
  money(divide(moneyInput.amount * rate.ppm, 1_000_000n, rounding), moneyInput.currency)

/** Returns the gross amount of which `net` remains after `rate` is deducted: net / (1 − rate). */
export const grossUp = (net: Money, rate: Rate, rounding: Rounding): Money =>
  money(divide(net.amount * 1_000_000n, 1_000_000n - rate.ppm, rounding), net.currency)

/**
 * Splits an amount in proportion to the weights. Each part is rounded down, and the last part with a weight gets the
 * remainder. For tips and fees over the lines of a basket (S2 §9; amounts-7).
 */
export function allocate(total: Money, weights: readonly bigint[]): Money[] {
  const parts = floors(total, weights)
  const rest = total.amount - parts.reduce((a, b) => a + b, 0n)
  const last = weights.findLastIndex((weight) => weight > 0n)
  return parts.map((part, index) => money(index === last ? part + rest : part, total.currency))
}

/**
 * Splits an amount in proportion to the weights by the largest remainder method; equal remainders go to the earliest
 * part. For nights and causes (amounts-7).
 */
export function spread(total: Money, weights: readonly bigint[]): Money[] {
  const parts = floors(total, weights)
  const whole = weights.reduce((a, b) => a + b, 0n)
  const remainderOf = (index: number) => (total.amount * required(weights[index])) % whole
  const rest = Number(total.amount - parts.reduce((a, b) => a + b, 0n))
  const order = weights
    .map((_, index) => index)
    .sort((a, b) => Number(remainderOf(b) > remainderOf(a)) - Number(remainderOf(b) < remainderOf(a)) || a - b)
  const raised = new Set(order.slice(0, rest))
  return parts.map((part, index) => money(raised.has(index) ? part + 1n : part, total.currency))
}

function floors(total: Money, weights: readonly bigint[]): bigint[] {
  const whole = weights.reduce((a, b) => a + b, 0n)
  if (total.amount < 0n || whole <= 0n || weights.some((weight) => weight < 0n))
    throw new RangeError('a split expects an amount ≥ 0 and weights ≥ 0 that add up to more than 0')
  return weights.map((weight) => (total.amount * weight) / whole)
}

/**
 * Parses a decimal amount: "12.34" → 1234n. Returns undefined if the text isn't a plain decimal number or has more than
 * 15 digits before the point or too many decimals, which are never rounded.
 */
export function parseMajor(text: string, currency: Currency): Money | undefined {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text)
  const fraction = match?.[2] ?? ''
  const exponent = exponentOf(currency)
  if (!match || fraction.length > exponent) return undefined
  return money(BigInt(match[1] + fraction.padEnd(exponent, '0')), currency)
}

/** Parses a decimal amount that this program wrote or validated. Throws if it is invalid. */
export const fromMajor = (text: string, currency: Currency): Money => required(parseMajor(text, currency), 'amount')

/** Formats an amount with all decimals of its currency: 1234n → "12.34". */
export function toMajor({ amount, currency }: Money): `${number}` {
  const exponent = exponentOf(currency)
  const digits = String(amount < 0n ? -amount : amount).padStart(exponent + 1, '0')
  const text = exponent ? `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}` : digits
  return `${amount < 0n ? '-' : ''}${text}` as `${number}`
}

export type MoneyFormat = {
  /** `auto` omits the decimals of whole amounts; `always` shows them. */
  readonly fractions?: 'auto' | 'always'
}

const formats = new Map<string, Intl.NumberFormat>()

/** Currencies that share their short symbol with another one; shown as "CA$20", "SEK 20". */
// oxfmt-ignore
const sharesSign: ReadonlySet<Currency> = new Set([
  'CAD', 'AUD', 'NZD', 'SGD', 'BND', 'HKD', 'CNY', 'LKR', 'NPR', 'MUR', 'SEK', 'NOK', 'DKK',
])

/**
 * Returns the language and kind of a currency's symbol. Arabic has symbols for the currencies of its region. For
 * others, `Intl` returns Latin letters ("US$") or puts the symbol on the other side ("20 €"), so they are shown as in
 * English.
 */
function signOf(currency: Currency, locale: Locale): { tag: string; currencyDisplay: 'symbol' | 'narrowSymbol' } {
  const tag = intlTag(locale)
  const currencyDisplay = sharesSign.has(currency) ? 'symbol' : 'narrowSymbol'
  if (!isRightToLeft(locale)) return { tag, currencyDisplay }
  const symbol = numberFormat(tag, { style: 'currency', currency, currencyDisplay: 'symbol' }).format(0)
  return /\p{Script=Arabic}/u.test(symbol)
    ? { tag, currencyDisplay: 'symbol' }
    : { tag: intlTag('en'), currencyDisplay }
}

/**
 * Formats money for pages, mails and documents: "$12,480", "$23.20", "CA$20", "KWD 6.125"; in Arabic "$20", "20 د.ك".
 * No two currencies look the same (amounts-15).
 */
export function formatMoney(value: Money, locale: Locale, { fractions = 'auto' }: MoneyFormat = {}): string {
  const exponent = exponentOf(value.currency)
  const decimals = fractions === 'auto' && value.amount % 10n ** BigInt(exponent) === 0n ? 0 : exponent
  const key = `${locale}${value.currency}${decimals}`
  let made = formats.get(key)
  if (!made) {
    const { tag, currencyDisplay } = signOf(value.currency, locale)
    // Western digits, even in Arabic (amounts-15). The decimals are explicit, because those of Intl differ from ISO
    // 4217.
    made = numberFormat(`${tag}-nu-latn`, {
      style: 'currency',
      currency: value.currency,
      currencyDisplay,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    formats.set(key, made)
  }
  // A string instead of a number, because it is exact for any amount.
  return made.format(toMajor(value))
}

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) throw new TypeError(`${a.currency} and ${b.currency} are not counted together`)
}
