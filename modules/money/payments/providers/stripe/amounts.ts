import type { Money } from '#shared/money.ts'

/**
 * Currencies without a smaller unit that Stripe nevertheless counts in hundredths; it refuses fractions of a whole
 * unit (docs.stripe.com/currencies, special cases).
 */
const countedInHundredths = new Set(['UGX', 'ISK'])
/** Returns how many of Stripe's units are one of our minor units. */
export const factorOf = (currency: string): bigint => (countedInHundredths.has(currency) ? 100n : 1n)

export const toProviderAmount = ({ amount, currency }: Money): number => Number(amount * factorOf(currency))
export const toProviderCurrency = (currency: string): string => currency.toLowerCase()
