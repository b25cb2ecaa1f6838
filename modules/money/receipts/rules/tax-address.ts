import { endOfDayIn } from '#shared/date-arithmetic.ts'
import { type LocalDate, localDate, localDateIn } from '#shared/calendar.ts'
import { dayMs } from '#shared/time.ts'
import type { PostalAddress } from '#modules/platform/addresses/rules/address.ts'
import { countriesOf, isGiftAidOffered, canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { giftAidUntil } from '#modules/money/giving/rules/gift-aid.ts'

/** A tax relief that a home address can bring after the donation. */
export type TaxRelief = 'gift-aid' | 'tax-receipt'

/** The data of a paid donation that the rules need. */
export type TaxData = {
  readonly campaign: { readonly giftAid: boolean; readonly taxReceiptCountries: readonly string[] }
  /** The donor's country at the time of the donation. */
  readonly country: string | null
  /** Whether Gift Aid is declared for it. */
  readonly giftAid: boolean
  /** Whether the donor's benefit is small enough for Gift Aid (receipts-7). */
  readonly isBenefitSmall: boolean
  /** Whether the donor requested a tax receipt. */
  readonly taxReceipt: boolean
  readonly address: PostalAddress | null
  /** Day of the donation in the United Kingdom. */
  readonly givenOn: LocalDate
}

type Now = {
  /** Today in the United Kingdom. */
  readonly today: LocalDate
  /** Whether a tax receipt can still be requested, which only the donor's account may do. */
  readonly canAskAgain: boolean
  /** Country of the entered address. */
  readonly country?: string | undefined
}

/** Returns the reliefs that an address would add to a donation (receipts-15). */
export function reliefsOf(taxData: TaxData, { today, canAskAgain, country }: Now): TaxRelief[] {
  const countries = countriesOf(taxData.country, { country })
  const canDeclare = !taxData.giftAid && taxData.isBenefitSmall && today <= giftAidUntil(taxData.givenOn)
  const canReceive = taxData.address === null && (taxData.taxReceipt || canAskAgain)
  return [
    ...(canDeclare && countries.some((country) => isGiftAidOffered(country, taxData.campaign))
      ? ['gift-aid' as const]
      : []),
    ...(canReceive && countries.some((country) => canHaveTaxReceipt(country, taxData.campaign))
      ? ['tax-receipt' as const]
      : []),
  ]
}

/**
 * Returns whether the donor requested something that still needs an address, so that a reminder is due (receipts-16).
 */
export const needsReminder = ({
  isGiftAidRequested,
  taxReceipt,
  address,
  campaign,
}: Pick<TaxData, 'taxReceipt' | 'address' | 'campaign'> & { readonly isGiftAidRequested: boolean }): boolean =>
  isGiftAidRequested || (taxReceipt && address === null && campaign.taxReceiptCountries.includes('CA'))

const linkDays = 30

/**
 * Returns until when the link in a receipt's email accepts an address: 30 days and, for donations in December, at
 * least the end of January in the charity's time zone (receipts-15).
 */
export function linkUntil(givenAt: Date, timeZone: string): Date {
  const until = new Date(givenAt.getTime() + linkDays * dayMs)
  const [year, month] = localDateIn(timeZone, givenAt).split('-')
  if (month !== '12') return until
  const january = endOfDayIn(timeZone, localDate(`${Number(year) + 1}-01-31`))
  return january > until ? january : until
}

/** Days after the donation on which the donor is reminded of the address (receipts-16). */
export const reminderDays: readonly number[] = [3, 25]

/** Returns the part of a stored address that the holder of a link sees: `SW1A •••`. */
export function maskAddress({ postalCode = '', country }: Pick<PostalAddress, 'postalCode' | 'country'>): string {
  const code = postalCode.trim()
  const shown = country === 'GB' ? code.slice(0, -3).trim() : code.slice(0, 2)
  return `${shown} •••`.trim()
}
