import { add, isZero, type Money, money, zero } from '#shared/money.ts'
import { borneFee, coveredFee, type FeeSchedule } from './fee.ts'

export type ZakatVariant = 'default' | 'maximize'

export type QuoteRequest = {
  /** What one is worth: the typed amount, or the giving level's. */
  readonly amount: Money
  readonly quantity: number
  readonly tip: Money
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly zakatVariant: ZakatVariant
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly campaignId: string
  readonly levelId: string | null
}

/** What a gift costs and what of it counts, to the minor unit. */
export type Quote = {
  readonly gift: Money
  readonly tip: Money
  /** Added only for zakat with maximize, and not in the `default` arm (S2 §9, decisions.md Money). */
  readonly coveredFee: Money
  readonly total: Money
  /** The provider's fee that falls on the campaign. */
  readonly feeShare: Money
  readonly zakatEligible: Money
  readonly feeScheduleVersion: string
}

export function quoteGift(request: QuoteRequest, schedule: FeeSchedule): Quote {
  const gift = money(request.amount.amount * BigInt(request.quantity), request.amount.currency)
  const covers = request.isZakat && request.maximizeZakat && request.zakatVariant === 'maximize'
  const covered = covers ? coveredFee(gift, schedule) : zero(gift.currency)
  const feeShare = covers ? covered : borneFee(gift, schedule)
  const eligible = covers ? gift.amount : gift.amount - feeShare.amount
  return {
    gift,
    tip: request.tip,
    coveredFee: covered,
    total: add(add(gift, request.tip), covered),
    feeShare,
    zakatEligible: money(request.isZakat && eligible > 0n ? eligible : 0n, gift.currency),
    feeScheduleVersion: schedule.version,
  }
}

/** Everything the donor was shown, as one text: its hash goes with the confirmation, and another one charges nothing (trust.md R22c). */
export const quoteText = (request: QuoteRequest, quote: Quote): string =>
  [
    'sunbul-quote-1', request.campaignId, request.levelId ?? '', request.quantity, quote.gift.currency, quote.gift.amount, quote.tip.amount, quote.coveredFee.amount, quote.total.amount,
    request.isZakat, request.maximizeZakat, request.zakatVariant, request.giftAid, request.taxReceipt, quote.feeScheduleVersion,
  ].join('|')

export const isFree = (quote: Quote): boolean => isZero(quote.total)
