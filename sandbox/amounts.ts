import { invalid } from './errors.ts'

const threeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

/**
 * Checks an amount of a charge or refund by Stripe's rules: currencies with three decimals in steps of ten, and some
 * currencies without a minor unit in hundredths.
 */
export function assertChargeableAmount(amount: number, currency: string): void {
  if (threeDecimals.has(currency) && amount % 10 !== 0)
    throw invalid(`Amounts in ${currency.toUpperCase()} must be evenly divisible by 10`, 'amount')
  if ((currency === 'ugx' || currency === 'isk') && amount % 100 !== 0)
    throw invalid(
      `Currency ${currency.toUpperCase()} has become effectively zero-decimal and charged amounts must be evenly divisible by 100`,
      'amount',
    )
}
