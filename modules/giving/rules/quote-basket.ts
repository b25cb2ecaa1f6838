import { add, allocate, money, type Money, zero } from '#shared/money.ts'
import { chargeStep } from './charge-step.ts'
import { coverFee, linearFee } from './fee.ts'
import { atMost, giftAsked, isFeeCovered, type Quote, type QuoteFacts, quoteOf, type QuoteRequest, stepUp } from './quote.ts'

export type AskedLine = { readonly facts: QuoteFacts; readonly request: QuoteRequest }

/**
 * What several gifts cost in one payment, a quote for each; all of one currency and fee schedule. The fixed part of the fee is taken once: the
 * lines whose fee is covered share it, or, where there is none, all do, in proportion to their gifts, and the last takes the rest
 * (decisions.md 39). One line costs what it costs alone.
 */
export function quoteBasket(lines: readonly AskedLine[]): Quote[] {
  const first = lines[0]
  if (!first) return []
  const { currency, fee } = first.facts
  const none = zero(currency)
  const asked = lines.map(({ facts, request }) => ({ gift: giftAsked(request), tip: request.tip, isCovered: isFeeCovered(facts, request) }))
  const isAnyCovered = asked.some(({ isCovered }) => isCovered)
  const covers = shared(
    asked.map(({ gift, isCovered }) => (isCovered ? gift.amount : 0n)),
    (gifts) => coverFee(money(gifts, currency), fee),
  )
  const total = asked.reduce((sum, { gift, tip }, at) => sum + gift.amount + tip.amount + covers[at]!, 0n)
  const missing = money(stepUp(total, chargeStep(currency)), currency)
  const stepped = whoTakesTheStep(asked)
  const more = (at: number, part: 'gift' | 'tip' | 'coveredFee', amount: Money) => (stepped.at === at && stepped.part === part ? add(amount, missing) : amount)
  const gifts = asked.map(({ gift }, at) => more(at, 'gift', gift))
  // Of what is given with the step, as for a gift alone.
  const borne = shared(
    asked.map(({ isCovered }, at) => (isCovered ? 0n : gifts[at]!.amount)),
    (whole) => linearFee(money(whole, currency), isAnyCovered ? { ...fee, fixed: none } : fee),
  )
  return lines.map(({ facts, request }, at) => {
    const { tip, isCovered } = asked[at]!
    const cover = money(covers[at]!, currency)
    const given = gifts[at]!
    return quoteOf(facts, request, {
      gift: given,
      tip: more(at, 'tip', tip),
      coveredFee: more(at, 'coveredFee', cover),
      feeShare: isCovered ? cover : atMost(money(borne[at]!, currency), given),
    })
  })

  /** An amount of the sum of the weights, split over them. */
  function shared(weights: readonly bigint[], amountOf: (sum: bigint) => Money): bigint[] {
    const whole = weights.reduce((a, b) => a + b, 0n)
    return whole === 0n ? weights.map(() => 0n) : allocate(amountOf(whole), weights).map(({ amount }) => amount)
  }
}

/** The provider's step comes last: with the last fee that is covered, else with the last tip, else with the last gift. */
function whoTakesTheStep(lines: readonly { readonly tip: Money; readonly isCovered: boolean }[]) {
  const covered = lines.findLastIndex(({ isCovered }) => isCovered)
  if (covered >= 0) return { at: covered, part: 'coveredFee' as const }
  const tipped = lines.findLastIndex(({ tip }) => tip.amount > 0n)
  return tipped >= 0 ? { at: tipped, part: 'tip' as const } : { at: lines.length - 1, part: 'gift' as const }
}
