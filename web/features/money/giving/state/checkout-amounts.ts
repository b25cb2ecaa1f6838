import { type Currency, exponentOf, money, type Money, times } from '#shared/money.ts'
import { tipOf } from '#modules/money/giving/rules/tip.ts'
import type { CheckoutFacts, Form } from './checkout-state.ts'

/** Whole major units as the field holds them. */
export const wholeOf = (amount: Money): string => String(amount.amount / 10n ** BigInt(exponentOf(amount.currency)))
const whole = (text: string, currency: Currency): Money =>
  money(BigInt(/^\d{1,12}$/.test(text) ? text : '0') * 10n ** BigInt(exponentOf(currency)), currency)

export const levelOf = (form: Form, facts: CheckoutFacts) => facts.levels.find((level) => level.id === form.levelId)

/** One of what is given: the level's own amount replaces the typed one (S1 §5). */
export function pieceOf(form: Form, facts: CheckoutFacts): Money {
  const level = levelOf(form, facts)
  return level && level.amount > 0 ? money(BigInt(level.amount), facts.currency) : whole(form.amount, facts.currency)
}

/** One posted with a fraction is shown as it was typed, refused, and counts as a whole one meanwhile. */
export const wholeQuantity = (form: Form): number => Math.trunc(form.quantity)

export const giftOf = (form: Form, facts: CheckoutFacts): Money =>
  times(pieceOf(form, facts), BigInt(wholeQuantity(form)))

export function tipOfForm(form: Form, facts: CheckoutFacts): Money {
  if (!facts.tipsEnabled || form.tipChoice === '' || form.tipChoice === '0') return money(0n, facts.currency)
  if (form.tipChoice === 'other') return whole(form.tipTyped, facts.currency)
  return tipOf(giftOf(form, facts), Number(form.tipChoice))
}
