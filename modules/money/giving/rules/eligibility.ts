/**
 * Where a donor is, and where they live: whoever is on a journey still lives where the tax address says, and either
 * will do (receipts-8).
 */
export const countriesOf = (
  country: string | null | undefined,
  taxAddress: { readonly country?: string | undefined } | null | undefined,
): (string | undefined)[] => [country ?? undefined, taxAddress?.country?.trim().toUpperCase()]

/** Gift Aid is offered where the campaign supports it to donors in the United Kingdom (S1 §5), never preselected. */
export const mayGiveAid = (country: string | undefined, campaign: { readonly giftAid: boolean }): boolean =>
  country === 'GB' && campaign.giftAid

const receiptCountries = new Set(['US', 'CA'])

/**
 * A tax receipt is offered in the US and Canada where the campaign's charity may give one (S1 §5). An unknown country
 * gets no offer (S1 §8).
 */
export const mayHaveTaxReceipt = (
  country: string | undefined,
  campaign: { readonly taxReceiptCountries: readonly string[] },
): boolean => country !== undefined && receiptCountries.has(country) && campaign.taxReceiptCountries.includes(country)

const zakatSources = new Set(['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat'])

/**
 * The donor came from a place that speaks of zakat (S1 §5). The choice itself is shown only for Zakat-verified
 * campaigns.
 */
export const zakatPreselected = (src: string | undefined): boolean => src !== undefined && zakatSources.has(src)
