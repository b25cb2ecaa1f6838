import { add, type Currency, isZero, money, type Money, subtract, zero } from '#shared/money.ts'
import { roundUpToStep } from './charge-step.ts'
import { coverFee, type FeeSchedule, linearFee } from './fees/fee.ts'
import { type Bundle, priceOfPieces } from './level-price.ts'
import { isTipAboveDonation } from './fees/tip.ts'
import { feeBearerOf, wholeBps, type ZakatFees, zakatEligibleOf } from './zakat-eligible.ts'

/** The variant of the experiment; in `default` no donor pays a fee (amounts-4). */
type ZakatVariant = 'default' | 'maximize'

/** The data of a campaign and the settings that a quote depends on. */
export type QuoteData = {
  readonly campaignId: string
  readonly currency: Currency
  /** The fee schedule of the payment method and currency. */
  readonly fee: FeeSchedule
  readonly zakatVariant: ZakatVariant
  readonly isZakatVerified: boolean
  /** The part of a zakat donation to this campaign that counts as zakat, in basis points. */
  readonly zakatEligibleBps: number
  readonly zakatFees: ZakatFees
}

/** The donor's choices, after `checkDonation`. */
export type QuoteRequest = {
  /** The amount per piece; a level with its own amount replaces it (S1 §5). */
  readonly amount: Money
  readonly tip: Money
  readonly level?: { readonly id: string; readonly amount: Money; readonly bundle?: Bundle | null } | undefined
  readonly quantity: number
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  readonly paymentMethod: string
}

type QuoteLine = { readonly kind: 'gift' | 'covered-fee' | 'tip'; readonly amount: Money }

/** The charge and its parts: gift + coveredFee + tip = total. */
export type Quote = {
  readonly campaignId: string
  readonly currency: Currency
  readonly paymentMethod: string
  readonly levelId: string | undefined
  readonly quantity: number
  readonly gift: Money
  readonly tip: Money
  /** The processing fee that the donor pays on top, so that all of the donation counts as zakat; otherwise zero. */
  readonly coveredFee: Money
  readonly total: Money
  /** The donation's part of the provider's fee; the platform bears the fee on the tip (ledger-2). */
  readonly feeShare: Money
  readonly feeBearer: ReturnType<typeof feeBearerOf>
  /** The part of the donation that counts as zakat (zakat-1); zero if it isn't zakat. */
  readonly zakatEligible: Money
  /** The part that counts by the campaign's ruling, in basis points; null if all of it counts or it isn't zakat. */
  readonly zakatEligibleBps: number | null
  readonly feeScheduleVersion: string
  readonly isZakat: boolean
  readonly maximizeZakat: boolean
  readonly giftAid: boolean
  readonly taxReceipt: boolean
  /** Rarely intended, so the form asks the donor to confirm. */
  readonly isTipAboveDonation: boolean
  /** The lines to display: the donation, then non-zero additions. */
  readonly lines: readonly QuoteLine[]
}

/** Returns the price of the pieces, by the level's own amount or the requested one (S1 §5). */
export const requestedAmount = ({ level, amount, quantity }: QuoteRequest): Money =>
  priceOfPieces(level && !isZero(level.amount) ? level.amount : amount, quantity, level?.bundle)

/** Returns whether the donor pays the fee on top: only for zakat, if they choose to, and if the variant asks at all. */
export const isFeeCovered = (quoteData: QuoteData, request: QuoteRequest): boolean =>
  request.isZakat && quoteData.isZakatVerified && request.maximizeZakat && quoteData.zakatVariant !== 'default'

/** Calculates the price of a donation, in the form for display and on the server for the charge. */
export function quoteDonation(quoteData: QuoteData, request: QuoteRequest): Quote {
  const { currency, fee } = quoteData
  const { tip } = request
  const gift = requestedAmount(request)
  if (!isFeeCovered(quoteData, request))
    return quoteOf(quoteData, request, {
      gift,
      tip,
      coveredFee: zero(currency),
      feeShare: atMost(linearFee(gift, fee), gift),
    })
  // The computed fee absorbs the rounding to the charge step; typed amounts off the step were refused earlier
  // (amounts-6).
  const cover = coverFee(gift, fee)
  const coveredFee = subtract(roundUpToStep(add(add(gift, tip), cover)), add(gift, tip))
  return quoteOf(quoteData, request, { gift, tip, coveredFee, feeShare: cover })
}

export type QuotedAmounts = Pick<Quote, 'gift' | 'tip' | 'coveredFee' | 'feeShare'>

/** Builds the quote from computed amounts. */
export function quoteOf(
  quoteData: QuoteData,
  request: QuoteRequest,
  { gift, tip, coveredFee, feeShare }: QuotedAmounts,
): Quote {
  const isZakat = request.isZakat && quoteData.isZakatVerified
  const isCovered = isFeeCovered(quoteData, request)
  const feeBearer = feeBearerOf(quoteData.zakatFees, { isZakat, isCovered })
  const fee = isCovered || feeBearer !== 'campaign' ? 0n : feeShare.amount
  const bps = quoteData.zakatEligibleBps
  const eligible = isZakat ? zakatEligibleOf({ gift: gift.amount, fee, bps }) : 0n
  return {
    campaignId: quoteData.campaignId,
    currency: quoteData.currency,
    paymentMethod: request.paymentMethod,
    levelId: request.level?.id,
    quantity: request.quantity,
    gift,
    tip,
    coveredFee,
    total: add(add(gift, coveredFee), tip),
    feeShare,
    feeBearer,
    zakatEligible: money(eligible, quoteData.currency),
    zakatEligibleBps: isZakat && bps !== wholeBps ? bps : null,
    feeScheduleVersion: quoteData.fee.version,
    isZakat,
    maximizeZakat: isZakat && request.maximizeZakat,
    giftAid: request.giftAid,
    taxReceipt: request.taxReceipt,
    isTipAboveDonation: isTipAboveDonation(gift, tip),
    lines: [{ kind: 'gift', amount: gift }, ...nonZero('covered-fee', coveredFee), ...nonZero('tip', tip)],
  }
}

/**
 * Returns everything the donor saw as canonical text. The server hashes it and charges nothing if the donor's hash
 * differs (payments-13). The payment method isn't part of it: the fee is, and another card or wallet with the same
 * fee doesn't change the donation.
 */
export const quoteText = (quote: Quote): string =>
  [
    'quote 1',
    ['campaign', quote.campaignId],
    ['currency', quote.currency],
    ['level', quote.levelId ?? ''],
    ['quantity', quote.quantity],
    ['gift', quote.gift.amount],
    ['fee', quote.coveredFee.amount],
    ['tip', quote.tip.amount],
    ['total', quote.total.amount],
    ['schedule', quote.feeScheduleVersion],
    ['zakat', quote.isZakat],
    ['maximize', quote.maximizeZakat],
    // Otherwise it follows from the other values; leaving it out keeps the hash of older pages valid.
    ...(quote.zakatEligibleBps === null && quote.feeBearer === 'campaign'
      ? []
      : [['eligible', quote.zakatEligible.amount]]),
    ['gift-aid', quote.giftAid],
    ['tax-receipt', quote.taxReceipt],
  ]
    .map((entry) => (typeof entry === 'string' ? entry : `${entry[0]}=${encodeURIComponent(String(entry[1]))}`))
    .join('\n')

export const atMost = (amount: Money, most: Money): Money => (amount.amount > most.amount ? most : amount)
const nonZero = (kind: QuoteLine['kind'], amount: Money): QuoteLine[] => (isZero(amount) ? [] : [{ kind, amount }])
