import { type Currency, divide, exponentOf, money, type Money, toMajor } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'

/**
 * Returns the minor units of which a charge must be a multiple: card processors accept currencies with three decimals
 * in steps of ten (amounts-6).
 */
export const chargeStep = (currency: Currency): bigint => (exponentOf(currency) === 3 ? 10n : 1n)

/** Rounds a computed amount, such as a tip of 16 %, up to the currency's charge step. */
export function roundUpToStep(amount: Money): Money {
  const step = chargeStep(amount.currency)
  return money(divide(amount.amount, step, 'up') * step, amount.currency)
}

/**
 * Refuses a typed amount that isn't a multiple of the currency's charge step; typed amounts are never rounded
 * (amounts-6).
 */
export function checkStep(amount: Money): Fault | undefined {
  const next = roundUpToStep(amount)
  if (next.amount === amount.amount) return undefined
  const { currency } = amount
  return {
    code: 'amount-off-step',
    params: { currency, step: toMajor(money(chargeStep(currency), currency)), amount: toMajor(next) },
  }
}
