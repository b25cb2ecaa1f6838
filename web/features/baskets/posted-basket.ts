import { type Currency, exponentOf, isCurrency } from '#shared/money.ts'
import { normaliseDigits, wholeNumberText } from '#shared/digits.ts'
import { type AddressDraft, addressFields } from '#modules/addresses/rules/address.ts'
import type { TipChoice } from '../giving/checkout-state.ts'
import { type BasketFacts, fixedLevel, type Line, type LineChange } from './basket-line.ts'
import type { State, Tip, Wishes } from './basket-state.ts'

/** What a form without scripts was told, with everything that was typed in it. */
export type PostedBasket = {
  readonly state: Pick<State, 'changes' | 'wishes' | 'errors' | 'isElsewhere'>
  readonly email: string
  readonly name: string
  readonly isSaved: boolean
  readonly removed: State['removed']
}

const text = (posted: FormData, name: string, max: number): string => {
  const value = posted.get(name)
  return typeof value === 'string' ? value.slice(0, max) : ''
}

/** A line as its own form sent it; a box that is not ticked is not sent, and what was not shown stays as it was. */
export function changeOfPost(posted: FormData, line: Line, facts: BasketFacts): LineChange {
  const { id } = line
  const campaign = facts.campaigns[line.projectId]
  const has = (field: string) => posted.has(`${field}-${id}`)
  const unit = 10 ** exponentOf(line.currency as Currency)
  const typed = wholeNumberText(text(posted, `amount-${id}`, 20))
  const isTyped = has('amount') && !fixedLevel(line, facts) && typed !== String(Math.floor(line.amount / unit))
  const group = `taxAddress_${id}-`
  const address: AddressDraft = Object.fromEntries(addressFields.map((field) => [field, text(posted, group + field, 200)]))
  return {
    ...(isTyped ? { amount: Number(typed) * unit } : {}),
    ...(has('quantity') ? { quantity: Math.max(1, Math.min(99, Number(normaliseDigits(text(posted, `quantity-${id}`, 5)).replace(/\D/g, '')))) } : {}),
    isZakat: Boolean(campaign?.zakatVerified) && has('isZakat'),
    maximizeZakat: has('isZakat') && has('maximizeZakat'),
    isGiftAid: has('isGiftAid'),
    isTaxDeductible: has('isTaxDeductible'),
    ...([...posted.keys()].some((name) => name.startsWith(group)) ? { taxAddress: address } : {}),
  }
}

/** What is of the whole basket, and the tip, as the other form sent them. */
export function wishesOfPost(posted: FormData, before: Tip): { readonly wishes: Partial<Wishes>; readonly tip: Tip } {
  const currency = text(posted, 'currency', 3)
  const choice = text(posted, 'tipChoice', 8)
  const isChoice = ['0', '5', '10', '16', 'other'].includes(choice)
  return {
    wishes: {
      anonymous: { enabled: posted.has('anonymous'), name: text(posted, 'customName', 80), location: text(posted, 'location', 80) },
      newsletter: posted.has('newsletter'),
      ...(isCurrency(currency) ? { currency } : {}),
    },
    tip: isChoice
      ? { choice: choice as TipChoice, typed: posted.has('tipTyped') ? wholeNumberText(text(posted, 'tipTyped', 20)) : before.typed, isChosen: true }
      : before,
  }
}
