import { canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { isTipPercent } from '#modules/money/giving/rules/fees/tip.ts'
import type { Money } from '#shared/money.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import type { SavedCard } from '../cards/card-text.ts'
import { lastUsedCard } from '../cards/recall-card.ts'
import { wholeUnitsOf } from './state/checkout-amounts.ts'
import type { CheckoutChange } from './state/checkout-reducer.ts'
import type { CheckoutData, Form } from './state/checkout-state.ts'

/** Fields set by the link or the donor's account, which stored preferences must not overwrite. */
export type FixedChoices = {
  readonly amount: boolean
  readonly tip: boolean
  readonly anonymous: boolean
  readonly newsletter: boolean
}

type Page = { readonly checkoutData: CheckoutData; readonly fixed: FixedChoices; readonly cards: readonly SavedCard[] }

/** Returns the changes to the form that this browser remembers from earlier donations. */
export function recallChoices(form: Form, { checkoutData, fixed, cards }: Page): CheckoutChange[] {
  const changes: CheckoutChange[] = []
  const amount = readStored('donationAmount')
  if (!fixed.amount && form.levelId === '' && amount?.currency === checkoutData.currency)
    changes.push({ field: 'amount', value: amount.amount })
  const preferences = readStored('checkoutPreferences')
  if (preferences && !fixed.anonymous) changes.push({ field: 'isAnonymous', value: preferences.anonymous })
  if (preferences && !fixed.newsletter) changes.push({ field: 'newsletter', value: preferences.newsletter })
  if (preferences && !fixed.tip && isTipPercent(preferences.tipChoice))
    changes.push({ field: 'tipOffered', value: { choice: preferences.tipChoice, typed: '0' } })
  const tip = readStored('donationTip')
  if (!fixed.tip && preferences?.tipChoice === 'other' && tip?.currency === checkoutData.currency)
    changes.push({ field: 'tipOffered', value: { choice: 'other', typed: tip.amount } })
  if (readStored('userTaxDeductiblePreference') === false) changes.push({ field: 'taxReceipt', value: false })
  const cardId = lastUsedCard(cards)
  if (cardId !== undefined) changes.push({ field: 'cardId', value: cardId })
  return changes
}

/** Stores the form's choices in this browser for the next donation. */
export function rememberChoices(form: Form, checkoutData: CheckoutData, gift: Money): void {
  writeStored(
    'donationAmount',
    form.levelId === '' ? { amount: wholeUnitsOf(gift), currency: checkoutData.currency } : undefined,
  )
  // Zakat has no tip unless the donor chooses one, so the preset tip of a zakat donation isn't remembered.
  const tip = form.isTipChosen ? { choice: form.tipChoice, typed: form.tipTyped } : form.tipOffered
  writeStored('checkoutPreferences', {
    anonymous: form.isAnonymous,
    newsletter: form.newsletter,
    tipChoice: tip.choice,
  })
  writeStored(
    'donationTip',
    tip.choice === 'other' ? { amount: tip.typed, currency: checkoutData.currency } : undefined,
  )
  writeStored('savedCard', form.cardId || undefined)
  if (canHaveTaxReceipt(checkoutData.country, checkoutData)) writeStored('userTaxDeductiblePreference', form.taxReceipt)
}
