import { type Currency, exponentOf, type Money, parseMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

export { defaultAmount, maximumAmount, minimumAmount, quickAmounts } from '#modules/currencies/rules/amounts.ts'

/** An amount as the wire has it, in major units (decisions.md, API contract), or what is wrong with it. */
export function readAmount(
  text: string,
  currency: Currency,
): { readonly money: Money; readonly fault?: undefined } | { readonly money?: undefined; readonly fault: Fault } {
  const read = parseMajor(text, currency)
  if (read) return { money: read }
  return { fault: /^\d{1,15}\.\d+$/.test(text) ? { code: 'too-many-decimals', params: { currency, count: exponentOf(currency) } } : { code: 'amount-invalid' } }
}
