import { maximumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { compare, type Currency, exponentOf, type Money, parseMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

export {
  defaultAmount,
  maximumAmount,
  minimumAmount,
  quickAmounts,
} from '#modules/platform/currencies/rules/amounts.ts'

/** Returns whether a whole amount of major units, as in a link, is within the maximum single donation. */
export function isWithinMaximum(whole: string, currency: Currency): boolean {
  const money = parseMajor(whole, currency)
  return money !== undefined && compare(money, maximumAmount(currency)) <= 0
}

/** Parses an amount in major units (contract-2), or returns its fault. */
export function readAmount(
  text: string,
  currency: Currency,
): { readonly money: Money; readonly fault?: undefined } | { readonly money?: undefined; readonly fault: Fault } {
  const money = parseMajor(text, currency)
  if (money) return { money: money }
  return {
    fault: /^\d{1,15}\.\d+$/.test(text)
      ? { code: 'too-many-decimals', params: { currency, count: exponentOf(currency) } }
      : { code: 'amount-invalid' },
  }
}
