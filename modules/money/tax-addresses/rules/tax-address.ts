import { endOfDayIn, type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { countriesOf, mayGiveAid, mayHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { giftAidUntil } from '#modules/money/giving/rules/gift-aid.ts'

/** What a home address that comes after the donation can bring. */
export type TaxRelief = 'gift-aid' | 'tax-receipt'

/** What must be known of a paid donation. */
export type TaxData = {
  readonly campaign: { readonly giftAid: boolean; readonly taxReceiptCountries: readonly string[] }
  /** Where its donor was. */
  readonly country: string | null
  /** Whether Gift Aid is declared for it. */
  readonly giftAid: boolean
  /** Whether what its donor received leaves it a gift for Gift Aid (receipts-7). */
  readonly isBenefitSmall: boolean
  /** Whether its donor asked for a tax receipt. */
  readonly taxReceipt: boolean
  readonly address: PostalAddress | null
  /** Its day in the United Kingdom. */
  readonly givenOn: LocalDate
}

type Now = {
  /** Today in the United Kingdom. */
  readonly today: LocalDate
  /** Whether a tax receipt may be asked for that was not asked for with the donation: by its donor's account. */
  readonly mayAskAnew: boolean
  /** The country of the address that is being given. */
  readonly country?: string | undefined
}

/** Returns what an address would bring a donation that does not have it yet (receipts-15). */
export function reliefsOf(taxData: TaxData, { today, mayAskAnew, country }: Now): TaxRelief[] {
  const countries = countriesOf(taxData.country, { country })
  const mayDeclare = !taxData.giftAid && taxData.isBenefitSmall && today <= giftAidUntil(taxData.givenOn)
  const mayReceive = taxData.address === null && (taxData.taxReceipt || mayAskAnew)
  return [
    ...(mayDeclare && countries.some((country) => mayGiveAid(country, taxData.campaign)) ? ['gift-aid' as const] : []),
    ...(mayReceive && countries.some((country) => mayHaveTaxReceipt(country, taxData.campaign))
      ? ['tax-receipt' as const]
      : []),
  ]
}

/** Whether the donor requested something that needs an address, so that they are reminded of it (receipts-16). */
export const isAwaited = ({
  isGiftAidRequested,
  taxReceipt,
  address,
  campaign,
}: Pick<TaxData, 'taxReceipt' | 'address' | 'campaign'> & { readonly isGiftAidRequested: boolean }): boolean =>
  isGiftAidRequested || (taxReceipt && address === null && campaign.taxReceiptCountries.includes('CA'))

const linkDays = 30

/**
 * Until when the link of a receipt's mail takes an address: 30 days, for donations of December at least until the end
 * of January, in the charity's zone (receipts-15).
 */
export function linkUntil(givenAt: Date, timeZone: string): Date {
  const until = new Date(givenAt.getTime() + linkDays * dayMs)
  const [year, month] = localDateIn(timeZone, givenAt).split('-')
  if (month !== '12') return until
  const january = endOfDayIn(timeZone, localDate(`${Number(year) + 1}-01-31`))
  return january > until ? january : until
}

/** Days after the donation on which its donor is reminded of the address (receipts-16). */
export const reminderDays: readonly number[] = [3, 25]

/** What a stored address shows to the holder of a link: `SW1A •••`. */
export function maskAddress({ postalCode = '', country }: Pick<PostalAddress, 'postalCode' | 'country'>): string {
  const code = postalCode.trim()
  const shown = country === 'GB' ? code.slice(0, -3).trim() : code.slice(0, 2)
  return `${shown} •••`.trim()
}
