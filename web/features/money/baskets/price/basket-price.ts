import { required } from '#shared/collections.ts'
import { money, type Money } from '#shared/money.ts'
import { type SkippedItem, splitBasket } from '#modules/money/baskets/rules/split.ts'
import { toFeeSchedule } from '#modules/money/giving/rules/fees/fee.ts'
import { quoteBasket } from '#modules/money/giving/rules/quote-basket.ts'
import type { Quote } from '#modules/money/giving/rules/quote.ts'
import { bundleOf } from '#web/features/money/giving/state/checkout-amounts.ts'
import type { LevelBundle } from '#web/features/money/giving/state/checkout-state.ts'
import { type BasketData, levelOfLine, type BasketLine } from '../line/basket-line.ts'
import { currencyOf, hasDeletedAmount, basketLinesOf, type BasketState } from '../state/basket-state.ts'
import { tipOfState } from '../state/basket-tip.ts'

export type BasketPrice = {
  /** The lines that are paid now. */
  readonly paid: readonly { readonly line: BasketLine; readonly quote: Quote }[]
  /** Lines whose amount the donor deleted; they need an amount before the basket can be paid. */
  readonly emptied: readonly BasketLine[]
  /** The lines that stay in the basket, with the reason. */
  readonly skipped: readonly { readonly line: BasketLine; readonly reason: SkippedItem['reason'] }[]
  readonly gift: Money
  readonly tip: Money
  readonly coveredFee: Money
  readonly total: Money
}

/** Prices the basket as shown on the page, by the same rules as the server. */
export function priceOf(state: BasketState, basketData: BasketData): BasketPrice {
  const currency = currencyOf(state)
  const lines = basketLinesOf(state)
  const split = splitBasket(
    lines.map((line) => ({
      id: line.id,
      campaignId: line.projectId,
      amount: String(line.amount),
      ...storedBundle(levelOfLine(line, basketData)?.bundle),
      quantity: line.quantity,
      currency: line.currency,
    })),
    {
      currency,
      tip: tipOfState(state, basketData).amount,
      isOpen: (id) => basketData.campaigns[id]?.isOpen === true,
      isVerified: (id) => basketData.campaigns[id]?.isVerified !== false,
      takesTips: (id) => basketData.campaigns[id]?.tipsEnabled === true,
    },
  )
  const lineOf = (id: string): BasketLine => required(lines.find((line) => line.id === id))
  const quotes = quoteBasket(
    split.lines.map(({ id, tip }) => {
      const line = lineOf(id)
      const campaign = required(basketData.campaigns[line.projectId])
      const { quantity, isZakat, maximizeZakat, isGiftAid, isTaxDeductible } = line
      return {
        quoteData: {
          campaignId: line.projectId,
          currency,
          fee: toFeeSchedule(campaign.fee, currency),
          zakatVariant: basketData.zakatVariant,
          isZakatVerified: campaign.zakatVerified,
          zakatEligibleBps: campaign.zakatEligibleBps,
          zakatFees: basketData.zakatFees,
        },
        request: {
          amount: money(BigInt(line.amount), currency),
          tip: money(tip, currency),
          quantity,
          level: requestedLevelFields(line, basketData),
          isZakat,
          maximizeZakat,
          giftAid: isGiftAid,
          taxReceipt: isTaxDeductible,
          paymentMethod: 'card',
        },
      }
    }),
  )
  const skipped = split.skipped.map(({ id, reason }) => ({ line: lineOf(id), reason }))
  const isAsked = (line: BasketLine, reason: SkippedItem['reason']): boolean =>
    reason === 'no-amount' && hasDeletedAmount(state, line) && basketData.campaigns[line.projectId]?.isOpen === true
  const sum = (part: 'gift' | 'tip' | 'coveredFee' | 'total') =>
    money(
      quotes.reduce((total, quote) => total + quote[part].amount, 0n),
      currency,
    )
  return {
    paid: quotes.map((quote, index) => ({ line: lineOf(required(split.lines[index]).id), quote })),
    emptied: skipped.flatMap(({ line, reason }) => (isAsked(line, reason) ? [line] : [])),
    skipped: skipped.filter(({ line, reason }) => !isAsked(line, reason)),
    gift: sum('gift'),
    tip: sum('tip'),
    coveredFee: sum('coveredFee'),
    total: sum('total'),
  }
}

const storedBundle = (bundle: LevelBundle | null | undefined) =>
  bundle ? { bundle: { size: bundle.size, amount: String(bundle.amount) } } : {}

/** Returns the line's giving level, with the line's amount. */
function requestedLevelFields(line: BasketLine, basketData: BasketData) {
  const currency = line.currency
  const level = levelOfLine(line, basketData)
  return level && { id: level.id, amount: money(BigInt(line.amount), currency), bundle: bundleOf(level, currency) }
}
