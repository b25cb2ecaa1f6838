import { exponentOf, money, type Money } from '#shared/money.ts'
import {
  type TipChoice,
  initialTipChoice,
  tipOf,
  tipPercents,
  type TipPolicy,
} from '#modules/money/giving/rules/fees/tip.ts'
import type { Basket } from '../basket-client.ts'
import { type BasketData, donationOfLine, levelOfLine } from '../line/basket-line.ts'
import { currencyOf, basketLinesOf, type BasketState, type Tip } from './basket-state.ts'

/** Returns the sum that percentage tips refer to: the donations in this payment to fundraisers with tips enabled. */
export function tippedOf(
  state: Pick<BasketState, 'basket' | 'changes' | 'preferences'>,
  basketData: BasketData,
): Money {
  const currency = currencyOf(state)
  const tipped = basketLinesOf(state).filter(
    (line) =>
      line.currency === currency &&
      basketData.campaigns[line.projectId]?.isOpen &&
      basketData.campaigns[line.projectId]?.tipsEnabled,
  )
  return money(
    tipped.reduce((sum, line) => sum + donationOfLine(line, levelOfLine(line, basketData)).amount, 0n),
    currency,
  )
}

/** Returns the initial tip: the saved one, otherwise what the policy suggests. */
export function tipAtFirst(basket: Basket, basketData: BasketData, policy: TipPolicy): Tip {
  const known = money(BigInt(basket.tipAmount), basket.currency)
  if (known.amount === 0n) return { choice: initialTipChoice(policy, false), typed: '0', isChosen: false }
  const tipped = tippedOf({ basket, changes: {}, preferences: {} }, basketData)
  const percent = tipPercents.find((candidate) => tipOf(tipped, Number(candidate)).amount === known.amount)
  if (percent) return { choice: percent, typed: '0', isChosen: true }
  const unit = 10n ** BigInt(exponentOf(known.currency))
  return known.amount % unit === 0n
    ? { choice: 'other', typed: String(known.amount / unit), isChosen: true }
    : { choice: '', typed: '0', isChosen: true }
}

/** Returns the tip after a reload: an unsaved choice, otherwise the saved one. */
export function tipAfter(state: BasketState, basket: Basket, basketData: BasketData): Tip {
  // A percentage of amounts that aren't saved yet isn't an unsaved tip.
  const isSaved =
    !state.tip.isChosen || Number(tipOfState({ ...state, changes: {} }, basketData).amount) === state.basket.tipAmount
  if (!isSaved || basket.tipAmount === state.basket.tipAmount) return state.tip
  return { ...tipAtFirst(basket, basketData, 'zero'), isChosen: true }
}

/**
 * Returns the tip choice to show. Until the donor chooses, there is no tip with zakat (amounts-9), otherwise the
 * suggested one.
 */
export function tipChoiceOf(state: BasketState): TipChoice {
  const hasZakat = basketLinesOf(state).some((line) => line.isZakat && line.currency === currencyOf(state))
  return hasZakat && !state.tip.isChosen ? '0' : state.tip.choice
}

/** Returns the tip of this payment. A saved tip that fits no option stays. */
export function tipOfState(state: BasketState, basketData: BasketData): Money {
  const tipped = tippedOf(state, basketData)
  const { currency } = tipped
  const { typed, isChosen } = state.tip
  const choice = tipChoiceOf(state)
  if (tipped.amount === 0n || choice === '0') return money(0n, currency)
  if (choice === '')
    return money(isChosen && currency === state.basket.currency ? BigInt(state.basket.tipAmount) : 0n, currency)
  if (choice === 'other')
    return money(BigInt(/^\d{1,12}$/.test(typed) ? typed : '0') * 10n ** BigInt(exponentOf(currency)), currency)
  return tipOf(tipped, Number(choice))
}

/** Returns whether switching the currency dropped a tip although the other currency has donations to tip. */
export const tipIsLost = (before: BasketState, after: BasketState, basketData: BasketData): boolean =>
  tipOfState(before, basketData).amount > 0n &&
  tippedOf(after, basketData).amount > 0n &&
  tipChoiceOf(after) === '' &&
  tipOfState(after, basketData).amount === 0n
