import { checkTaxAddress, type PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { countriesOf, isGiftAidOffered, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'

type TaxReliefRequest = {
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  /** The donor's country when they agreed. */
  readonly country: string | null
  readonly taxAddress: PostalAddress | null
}
type Offered = { readonly giftAid: boolean; readonly taxReceiptCountries: readonly string[] }

/**
 * Returns the tax relief of a donation of a plan whose fundraiser may change: what the charity offers and a complete
 * address of an eligible donor allows (S1 §5, receipts-8). Without an address there is no declaration.
 */
export function taxReliefOf(
  { giftAid, taxReceipt, country, taxAddress }: TaxReliefRequest,
  charity: Offered,
): { readonly giftAid: boolean; readonly taxReceipt: boolean } {
  if (!taxAddress || Object.keys(checkTaxAddress(taxAddress)).length > 0) return { giftAid: false, taxReceipt: false }
  const countries = countriesOf(country, taxAddress)
  return {
    giftAid: giftAid && countries.some((country) => isGiftAidOffered(country, charity)),
    taxReceipt: taxReceipt && countries.some((country) => canHaveTaxReceipt(country, charity)),
  }
}
