/**
 * Returns the countries of a donor: where they are, and where they live by their tax address; either may qualify
 * (receipts-8).
 */
export const countriesOf = (
  country: string | null | undefined,
  taxAddress: { readonly country?: string | undefined } | null | undefined,
): (string | undefined)[] => [country ?? undefined, taxAddress?.country?.trim().toUpperCase()]

/** Gift Aid is offered to donors in the United Kingdom if the campaign supports it (S1 §5), never preselected. */
export const mayGiveAid = (country: string | undefined, campaign: { readonly giftAid: boolean }): boolean =>
  country === 'GB' && campaign.giftAid

const receiptCountries = new Set(['US', 'CA'])

/**
 * A tax receipt is offered in the US and Canada if the campaign's charity issues one (S1 §5), and not for an unknown
 * country (S1 §8).
 */
export const mayHaveTaxReceipt = (
  country: string | undefined,
  campaign: { readonly taxReceiptCountries: readonly string[] },
): boolean => country !== undefined && receiptCountries.has(country) && campaign.taxReceiptCountries.includes(country)

const zakatSources = new Set(['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat'])

/**
 * Whether the donor came from a source about zakat (S1 §5). The choice itself is shown only for Zakat-verified
 * campaigns.
 */
export const zakatPreselected = (src: string | undefined): boolean => src !== undefined && zakatSources.has(src)
