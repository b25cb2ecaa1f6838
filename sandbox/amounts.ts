import { invalid } from './errors.ts'

const threeDecimals = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd'])

/**
 * Stripe takes three-decimal currencies in steps of ten, and counts some that have no smaller unit in hundredths: of
 * charges and of refunds.
 */
export function refuseSmallChange(amount: number, currency: string): void {
  if (threeDecimals.has(currency) && amount % 10 !== 0)
    throw invalid(`Amounts in ${currency.toUpperCase()} must be evenly divisible by 10`, 'amount')
  if ((currency === 'ugx' || currency === 'isk') && amount % 100 !== 0)
    throw invalid(
      `Currency ${currency.toUpperCase()} has become effectively zero-decimal and charged amounts must be evenly divisible by 100`,
      'amount',
    )
}
