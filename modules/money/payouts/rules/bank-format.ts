import type { Currency } from '#shared/currencies.ts'

/** The formats of bank files (payouts-12). */
export const bankFileFormats = ['pain.001.001.09', 'csv'] as const
export type BankFileFormat = (typeof bankFileFormats)[number]

/** The countries of the SEPA payment schemes: EPC409-09, "List of SEPA scheme countries". */
// oxfmt-ignore
const sepaCountries = new Set([
  'AD', 'AL', 'AT', 'BE', 'BG', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GI', 'GR', 'HR', 'HU', 'IE',
  'IS', 'IT', 'LI', 'LT', 'LU', 'LV', 'MC', 'MD', 'ME', 'MK', 'MT', 'NL', 'NO', 'PL', 'PT', 'RO', 'RS', 'SE', 'SI', 'SK',
  'SM', 'VA',
])

/** Returns the format of payouts to an account: a SEPA credit transfer, or a CSV file for the bank's own import. */
export const formatOf = (currency: Currency, account: { readonly country: string; readonly hasIban: boolean }) =>
  currency === 'EUR' && account.hasIban && sepaCountries.has(account.country)
    ? ('pain.001.001.09' as const)
    : ('csv' as const)
