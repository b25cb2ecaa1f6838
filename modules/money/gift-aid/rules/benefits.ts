import type { LocalDate } from '#shared/calendar.ts'
import { type Currency, money } from '#shared/money.ts'
import { isBenefitWithinGiftAid, ukTaxYearOf, yearlyBenefitMax } from '#modules/money/giving/rules/gift-aid.ts'

/** A donation with the value of what the donor received for it. Amounts in minor units of `currency`. */
export type DonationWithBenefit = {
  readonly gift: bigint
  /** The giving level's `benefitValue` × quantity. */
  readonly benefit: bigint
  readonly currency: Currency
}

/**
 * Returns the sum of a donor's benefits from one charity in the UK tax year of a donation, up to and with it, in pence.
 * `donations` are all of the donor's to the charity, oldest first; `benefitPence` is undefined without an exchange rate
 * and then counts nothing.
 */
export function benefitsOfYear(
  donations: readonly { readonly id: string; readonly givenOn: LocalDate; readonly benefitPence: bigint | undefined }[],
  donationId: string,
): bigint {
  const last = donations.findIndex(({ id }) => id === donationId)
  const donation = donations[last]
  if (!donation) return 0n
  const year = ukTaxYearOf(donation.givenOn)
  return donations
    .slice(0, last + 1)
    .filter(({ givenOn }) => ukTaxYearOf(givenOn) === year)
    .reduce((sum, { benefitPence }) => sum + (benefitPence ?? 0n), 0n)
}

/**
 * Returns whether a donation's benefits permit Gift Aid (from 6 April 2019, gift-aid-11): at most 25 % of the first £100
 * and 5 % of the rest, in another currency 5 %; and at most £2,500 in the tax year (`benefitsOfYear`). Over the limit
 * no part of the donation can be claimed; without benefit it always can.
 */
export const areBenefitsWithinLimit = ({ gift, benefit, currency }: DonationWithBenefit, yearPence: bigint): boolean =>
  benefit <= 0n ||
  (isBenefitWithinGiftAid(money(gift, currency), money(benefit, currency)) && yearPence <= yearlyBenefitMax)
