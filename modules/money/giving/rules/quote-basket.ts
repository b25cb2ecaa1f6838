import { required } from '#shared/collections.ts'
import { add, allocate, money, type Money, subtract, zero } from '#shared/money.ts'
import { roundUpToStep } from './charge-step.ts'
import { coverFee, linearFee } from './fees/fee.ts'
import {
  atMost,
  requestedAmount,
  isFeeCovered,
  type Quote,
  type QuoteData,
  quoteOf,
  type QuoteRequest,
} from './quote.ts'

export type RequestedLine = { readonly quoteData: QuoteData; readonly request: QuoteRequest }

/**
 * Calculates the price of several donations in one payment, a quote for each. All have one currency and fee schedule.
 * The fixed fee is charged once: lines with a covered fee share it or, if there are none, all lines do, in proportion
 * to their amounts; the last takes the remainder (amounts-5). A single line costs what it costs alone.
 */
export function quoteBasket(lines: readonly RequestedLine[]): Quote[] {
  const first = lines[0]
  if (!first) return []
  const { currency, fee } = first.quoteData
  const none = zero(currency)
  const items = lines.map(({ quoteData, request }) => ({
    gift: requestedAmount(request),
    tip: request.tip,
    isCovered: isFeeCovered(quoteData, request),
  }))
  const isAnyCovered = items.some(({ isCovered }) => isCovered)
  const covers = shared(
    items.map(({ gift, isCovered }) => (isCovered ? gift.amount : 0n)),
    (gifts) => coverFee(money(gifts, currency), fee),
  )
  // The last covered fee is rounded up to the charge step. Without covered fees all amounts are on the step
  // (amounts-6).
  const total = money(
    items.reduce((sum, { gift, tip }, position) => sum + gift.amount + tip.amount + required(covers[position]), 0n),
    currency,
  )
  const missing = subtract(roundUpToStep(total), total)
  const lastCovered = items.findLastIndex(({ isCovered }) => isCovered)
  const borne = shared(
    items.map(({ gift, isCovered }) => (isCovered ? 0n : gift.amount)),
    (whole) => linearFee(money(whole, currency), isAnyCovered ? { ...fee, fixed: none } : fee),
  )
  return lines.map(({ quoteData, request }, index) => {
    const { gift, tip, isCovered } = required(items[index])
    const cover = money(required(covers[index]), currency)
    return quoteOf(quoteData, request, {
      gift,
      tip,
      coveredFee: index === lastCovered ? add(cover, missing) : cover,
      feeShare: isCovered ? cover : atMost(money(required(borne[index]), currency), gift),
    })
  })

  /** Computes an amount from the sum of the weights and splits it in proportion to them. */
  function shared(weights: readonly bigint[], amountOf: (sum: bigint) => Money): bigint[] {
    const whole = weights.reduce((a, b) => a + b, 0n)
    return whole === 0n ? weights.map(() => 0n) : allocate(amountOf(whole), weights).map(({ amount }) => amount)
  }
}
