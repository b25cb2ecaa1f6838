import type { Currency } from '#shared/money.ts'

/** The currency of a basket and whether its donor chose it; otherwise its first line decides (baskets-4). */
export type BasketCurrency = { readonly currency: Currency; readonly isCurrencyChosen: boolean }

type Filled = BasketCurrency & { readonly lines: readonly unknown[] }

/** Returns the currency after a line was added: only the first line decides, and only if none was chosen. */
export const currencyWithLine = (basket: Filled, lineCurrency: Currency): Currency =>
  basket.lines.length === 0 && !basket.isCurrencyChosen ? lineCurrency : basket.currency

/**
 * Returns the currency that the page chooses after a payment: the same while a line has it, otherwise that of the first
 * line. The server never chooses it, because a repeated request would then pay the next currency.
 */
export const currencyAfterPayment = (currency: Currency, lines: readonly { readonly currency: Currency }[]): Currency =>
  lines.some((line) => line.currency === currency) ? currency : (lines[0]?.currency ?? currency)

/**
 * Returns the currency of an account's basket after a guest's basket joins it. A chosen currency takes precedence
 * over a line's.
 */
export function joinedCurrency(own: Filled, guests: Filled): BasketCurrency {
  const isGuests = guests.isCurrencyChosen
    ? own.lines.length === 0 || !own.isCurrencyChosen
    : own.lines.length === 0 && !own.isCurrencyChosen
  const { currency, isCurrencyChosen } = isGuests ? guests : own
  return { currency, isCurrencyChosen }
}
