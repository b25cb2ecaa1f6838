/**
 * Currencies of donations (amounts-13; also the fallback if no list can be loaded, S1 §8), without those that sanctions
 * or payment processors exclude.
 */
// oxfmt-ignore
export const currencies = [
  'USD', 'GBP', 'EUR', 'CAD', 'AUD', 'NZD', 'SGD', 'MYR', 'AED', 'SAR', 'QAR', 'TRY',
  'KWD', 'BHD', 'OMR', 'JOD', 'IQD', 'LYD', 'TND',
  'EGP', 'MAD', 'DZD', 'LBP', 'ILS',
  'PKR', 'INR', 'BDT', 'LKR', 'NPR', 'MVR',
  'IDR', 'BND', 'PHP', 'THB', 'HKD', 'CNY', 'JPY', 'KRW',
  'ZAR', 'NGN', 'GHS', 'KES', 'TZS', 'UGX', 'RWF', 'ETB', 'XOF', 'XAF', 'GMD', 'MUR', 'DJF',
  'CHF', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'RON', 'BAM', 'ALL', 'MKD', 'AZN', 'KZT', 'UZS',
] as const

export type Currency = (typeof currencies)[number]

export const isCurrency = (value: unknown): value is Currency => currencies.includes(value as Currency)

/**
 * Decimals by ISO 4217; all other currencies have two. `Intl` can't be used, because it returns 0 for PKR, IDR and IQD
 * (amounts-1).
 */
const threeDecimals = new Set('KWD BHD OMR JOD IQD LYD TND'.split(' '))
const noDecimals = new Set('JPY KRW UGX RWF XOF XAF DJF VND GNF KMF ISK CLP PYG'.split(' '))

/** Returns the number of decimals of a currency: its minor unit is 10^-exponent major units. */
export function exponentOf(currency: string): 0 | 2 | 3 {
  if (threeDecimals.has(currency)) return 3
  return noDecimals.has(currency) ? 0 : 2
}
