import { type LocalDate, localDateIn } from '#shared/calendar.ts'
import { money } from '#shared/money.ts'
import { isBenefitWithinGiftAid } from '#modules/money/giving/rules/gift-aid.ts'
import type { TaxDonation } from './queries.ts'
import type { TaxData } from '../rules/tax-address.ts'

/** Returns the day in London, which HMRC uses. */
export const todayIn = (instant: Date): LocalDate => localDateIn('Europe/London', instant)

/** Returns a donation in the form that the rules need. */
export const taxDataOf = (donation: TaxDonation): TaxData => ({
  campaign: { giftAid: donation.takesGiftAid, taxReceiptCountries: donation.taxReceiptCountries },
  country: donation.country,
  giftAid: donation.giftAid,
  isBenefitSmall: isBenefitWithinGiftAid(
    money(donation.gift, donation.currency),
    money(donation.benefit, donation.currency),
  ),
  taxReceipt: donation.taxReceipt,
  address: donation.address,
  givenOn: todayIn(donation.givenAt),
})
