import { divide, type Money } from '#shared/money.ts'

/**
 * HMRC's model declaration for a donor intermediary (receipts-7). Its words are the law's: any change of them is
 * another version.
 */
export const giftAidText = {
  version: 'hmrc-2024-03',
  text: 'I am a UK taxpayer and understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations it is my responsibility to pay any difference.',
} as const

/** What is hashed and kept beside a declaration, so that the words shown can be proved. */
export const giftAidHashInput = `${giftAidText.version}\n${giftAidText.text}`

/** The 25 % the charity claims back (S1 §9): basic-rate tax on the gift, tip excluded. */
export const giftAidOn = (gift: Money): Money => ({ ...gift, amount: divide(gift.amount, 4n, 'down') })

/**
 * Whether what a donor gets for a gift leaves it one (from 6 April 2019): at most 25 % of the first £100 and 5 % of the
 * rest, and £2,500. In another currency only the 5 % are certain without a rate, so they are what is allowed.
 */
export function isBenefitWithinGiftAid(gift: Money, benefit: Money): boolean {
  if (benefit.amount <= 0n) return true
  if (benefit.currency !== gift.currency) return false
  if (gift.currency !== 'GBP') return benefit.amount * 20n <= gift.amount
  const first = gift.amount < 100_00n ? gift.amount : 100_00n
  const allowed = first * 25n + (gift.amount - first) * 5n
  return benefit.amount * 100n <= allowed && benefit.amount <= 2_500_00n
}
