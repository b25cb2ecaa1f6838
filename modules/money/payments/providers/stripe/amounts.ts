import type { Money } from '#shared/money.ts'

/**
 * Stripe counts these in hundredths though they have no smaller unit, and refuses what is no whole one
 * (docs.stripe.com/currencies, special cases).
 */
const countedInHundredths = new Set(['UGX', 'ISK'])
/** How many of Stripe's units one of our minor units is. */
export const factorOf = (currency: string): bigint => (countedInHundredths.has(currency) ? 100n : 1n)

export const toProviderAmount = ({ amount, currency }: Money): number => Number(amount * factorOf(currency))
export const toProviderCurrency = (currency: string): string => currency.toLowerCase()
