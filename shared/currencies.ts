/**
 * The currencies gifts may be given in (amounts-13; also the list used when none can be loaded, S1 §8). None
 * that sanctions or processors rule out.
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
 * ISO 4217, never `Intl`, which says 0 for PKR, IDR and IQD (amounts-1). Every currency that is not named
 * here has two decimals.
 */
const threeDecimals = new Set('KWD BHD OMR JOD IQD LYD TND'.split(' '))
const noDecimals = new Set('JPY KRW UGX RWF XOF XAF DJF VND GNF KMF ISK CLP PYG'.split(' '))

/** How many decimals the currency has: its minor unit is 10^-exponent of its major one. */
export function exponentOf(currency: string): 0 | 2 | 3 {
  if (threeDecimals.has(currency)) return 3
  return noDecimals.has(currency) ? 0 : 2
}
