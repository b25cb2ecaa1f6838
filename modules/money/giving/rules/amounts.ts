import { maximumAmount } from '#modules/platform/currencies/rules/amounts.ts'
import { compare, type Currency, exponentOf, type Money, parseMajor, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

export {
  defaultAmount,
  maximumAmount,
  minimumAmount,
  quickAmounts,
} from '#modules/platform/currencies/rules/amounts.ts'

/** Returns whether an amount in major units, as in a link, is within the maximum single donation. */
export function isWithinMaximum(major: string, currency: Currency): boolean {
  const money = parseMajor(major, currency)
  return money !== undefined && compare(money, maximumAmount(currency)) <= 0
}

/** Returns an amount as its field shows it, with decimals only if it isn't whole: "183", "183.75" (amounts-15). */
export const fieldText = (amount: Money): string => toMajor(amount).replace(/\.0+$/, '')

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
