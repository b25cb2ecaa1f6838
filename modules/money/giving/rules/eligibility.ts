/** Returns the donor's countries, by location and by tax address; either can qualify for a relief (receipts-8). */
export const countriesOf = (
  country: string | null | undefined,
  taxAddress: { readonly country?: string | undefined } | null | undefined,
): (string | undefined)[] => [country ?? undefined, taxAddress?.country?.trim().toUpperCase()]

/**
 * Returns whether Gift Aid is offered: to donors in the United Kingdom if the campaign supports it (S1 §5). It is
 * never preselected.
 */
export const isGiftAidOffered = (country: string | undefined, campaign: { readonly giftAid: boolean }): boolean =>
  country === 'GB' && campaign.giftAid

const receiptCountries = new Set(['US', 'CA'])

/**
 * Returns whether a tax receipt is offered: in the US and Canada if the campaign's charity issues one (S1 §5); not
 * for an unknown country (S1 §8).
 */
export const canHaveTaxReceipt = (
  country: string | undefined,
  campaign: { readonly taxReceiptCountries: readonly string[] },
): boolean => country !== undefined && receiptCountries.has(country) && campaign.taxReceiptCountries.includes(country)

const zakatSources = new Set(['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat'])

/** Returns whether the donor came from a page about zakat (S1 §5). Only Zakat-verified campaigns show the choice. */
export const isZakatPreselected = (src: string | undefined): boolean => src !== undefined && zakatSources.has(src)
