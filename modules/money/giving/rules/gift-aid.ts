import { type LocalDate, localDate } from '#shared/calendar.ts'
import { divide, type Money } from '#shared/money.ts'

export type GiftAidText = { readonly version: string; readonly text: string }

/**
 * HMRC's model declaration to a charity (receipts-7). The law defines its text, so any change needs a new
 * version.
 */
export const giftAidText: GiftAidText = {
  version: 'hmrc-2024-03',
  text: 'I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations it is my responsibility to pay any difference.',
}

/** The declaration for a donation of an earlier tax year (receipts-15). */
const giftAidTextOfEarlierYear: GiftAidText = {
  version: 'hmrc-2024-03-earlier-year',
  text: 'I am a UK taxpayer and understand that if I paid less Income Tax and/or Capital Gains Tax in the tax year in which I gave than the amount of Gift Aid claimed on all my donations in that tax year it is my responsibility to pay any difference.',
}

/** Returns the declaration text for a donation of today or earlier. Days are in UK time. */
export const giftAidTextFor = (givenOn: LocalDate, today: LocalDate): GiftAidText =>
  ukTaxYearOf(givenOn) === ukTaxYearOf(today) ? giftAidText : giftAidTextOfEarlierYear

/** Returns the text of a stored version. */
export const giftAidTextOf = (version: string | null | undefined): GiftAidText =>
  [giftAidText, giftAidTextOfEarlierYear].find((giftAidText) => giftAidText.version === version) ?? giftAidText

/** Returns the UK tax year of a day, named by the year in which it begins. */
export const ukTaxYearOf = (day: LocalDate): number => Number(day.slice(0, 4)) - (day.slice(5) < '04-06' ? 1 : 0)

/** Returns the last day on which Gift Aid can be declared for a donation: four years after the end of its tax year. */
export const giftAidUntil = (givenOn: LocalDate): LocalDate => localDate(`${ukTaxYearOf(givenOn) + 5}-04-05`)

/** Returns the input of the hash that is stored as proof of the shown text. */
export const giftAidHashInput = ({ version, text }: GiftAidText = giftAidText): string => `${version}\n${text}`

/** Returns the 25 % that the charity claims (S1 §9), rounded down: the basic-rate tax on the donation, tip excluded. */
export const computeGiftAid = (gift: Money): Money => ({ ...gift, amount: divide(gift.amount, 4n, 'down') })

/** The most benefits of one donor from one charity in a UK tax year, in pence (gift-aid-11). */
export const yearlyBenefitMax = 2_500_00n

/**
 * Returns whether a donation's benefit permits Gift Aid (from 6 April 2019): at most 25 % of the first £100 plus 5 %
 * of the rest, and £2,500. In another currency the limit is 5 %, because only that holds at any rate.
 */
export function isBenefitWithinGiftAid(gift: Money, benefit: Money): boolean {
  if (benefit.amount <= 0n) return true
  if (benefit.currency !== gift.currency) return false
  if (gift.currency !== 'GBP') return benefit.amount * 20n <= gift.amount
  const first = gift.amount < 100_00n ? gift.amount : 100_00n
  const allowed = first * 25n + (gift.amount - first) * 5n
  return benefit.amount * 100n <= allowed && benefit.amount <= yearlyBenefitMax
}
