/** HMRC's model words (Gift Aid guidance ch. 3, Annex ix); never preselected. A new wording is a new version. */
export const giftAidText = {
  version: 'hmrc-2024-03',
  text: 'I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations it is my responsibility to pay any difference.',
} as const

/** Offered to donors in the United Kingdom where the campaign supports it (S1 §5). */
export const mayGiftAid = (country: string | undefined, campaign: { readonly giftAid: boolean }): boolean => campaign.giftAid && country === 'GB'

/** What HMRC adds: 25 % of the gift, the tip excluded. Minor units, rounded down. */
export const giftAidAdds = (gift: bigint): bigint => gift / 4n

/** Offered in Canada and the United States where the campaign supports it; without a known country it is not (S1 §5, §8). */
export const mayHaveTaxReceipt = (country: string | undefined, campaign: { readonly taxReceiptCountries: readonly string[] }): boolean =>
  (country === 'CA' || country === 'US') && campaign.taxReceiptCountries.includes(country)

const zakatSources = new Set(['zakat-home', 'lg_feature_zakat_palestine', 'lg_feature_zakat'])
/** Whoever came by one of these three links came to give zakat (S1 §5). */
export const isZakatPreselected = (source: string | undefined): boolean => source !== undefined && zakatSources.has(source)
