import { required } from '#shared/collections.ts'
import { add, allocate, money, type Money, subtract, zero } from '#shared/money.ts'
import { roundUpToStep } from './charge-step.ts'
import { coverFee, linearFee } from './fees/fee.ts'
import { atMost, giftAsked, isFeeCovered, type Quote, type QuoteFacts, quoteOf, type QuoteRequest } from './quote.ts'

export type AskedLine = { readonly facts: QuoteFacts; readonly request: QuoteRequest }

/**
 * What several gifts cost in one payment, a quote for each; all of one currency and fee schedule. The fixed part of the
 * fee is taken once: the lines whose fee is covered share it, or, where there is none, all do, in proportion to their
 * gifts, and the last takes the rest (amounts-5). One line costs what it costs alone.
 */
export function quoteBasket(lines: readonly AskedLine[]): Quote[] {
  const first = lines[0]
  if (!first) return []
  const { currency, fee } = first.facts
  const none = zero(currency)
  const asked = lines.map(({ facts, request }) => ({
    gift: giftAsked(request),
    tip: request.tip,
    isCovered: isFeeCovered(facts, request),
  }))
  const isAnyCovered = asked.some(({ isCovered }) => isCovered)
  const covers = shared(
    asked.map(({ gift, isCovered }) => (isCovered ? gift.amount : 0n)),
    (gifts) => coverFee(money(gifts, currency), fee),
  )
  // What is missing to the charge step goes with the last covered fee; without one all amounts are on the step
  // (amounts-6).
  const total = money(
    asked.reduce((sum, { gift, tip }, at) => sum + gift.amount + tip.amount + required(covers[at]), 0n),
    currency,
  )
  const missing = subtract(roundUpToStep(total), total)
  const lastCovered = asked.findLastIndex(({ isCovered }) => isCovered)
  const borne = shared(
    asked.map(({ gift, isCovered }) => (isCovered ? 0n : gift.amount)),
    (whole) => linearFee(money(whole, currency), isAnyCovered ? { ...fee, fixed: none } : fee),
  )
  return lines.map(({ facts, request }, at) => {
    const { gift, tip, isCovered } = required(asked[at])
    const cover = money(required(covers[at]), currency)
    return quoteOf(facts, request, {
      gift,
      tip,
      coveredFee: at === lastCovered ? add(cover, missing) : cover,
      feeShare: isCovered ? cover : atMost(money(required(borne[at]), currency), gift),
    })
  })

  /** An amount of the sum of the weights, split over them. */
  function shared(weights: readonly bigint[], amountOf: (sum: bigint) => Money): bigint[] {
    const whole = weights.reduce((a, b) => a + b, 0n)
    return whole === 0n ? weights.map(() => 0n) : allocate(amountOf(whole), weights).map(({ amount }) => amount)
  }
}
