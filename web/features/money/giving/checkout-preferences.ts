import { canHaveTaxReceipt } from '#modules/money/giving/rules/eligibility.ts'
import { isTipPercent } from '#modules/money/giving/rules/fees/tip.ts'
import type { Money } from '#shared/money.ts'
import { readStored, storePreferences, writeStored } from '#web/lib/storage.ts'
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
  const tipOffered = preferences && recallTip(preferences.tipChoice, fixed.tip, checkoutData)
  if (tipOffered) changes.push({ field: 'tipOffered', value: tipOffered })
  if (readStored('userTaxDeductiblePreference') === false) changes.push({ field: 'taxReceipt', value: false })
  const cardId = lastUsedCard(cards)
  if (cardId !== undefined) changes.push({ field: 'cardId', value: cardId })
  return changes
}

/**
 * Returns the tip that this browser remembers. A refused tip stays refused, also if the link has one (amounts-8); others
 * apply only where a tip may be preselected.
 */
export function recallTip(
  remembered: string,
  isInLink: boolean,
  { currency, isTipPreset = true }: Pick<CheckoutData, 'currency' | 'isTipPreset'>,
): Form['tipOffered'] | undefined {
  if (remembered === '0') return { choice: '0', typed: '0' }
  if (isInLink || !isTipPreset) return undefined
  if (isTipPercent(remembered)) return { choice: remembered, typed: '0' }
  const tip = readStored('donationTip')
  return remembered === 'other' && tip?.currency === currency ? { choice: 'other', typed: tip.amount } : undefined
}

/** Stores the form's choices in this browser for the next donation. */
export function rememberChoices(form: Form, checkoutData: CheckoutData, gift: Money): void {
  writeStored(
    'donationAmount',
    form.levelId === '' ? { amount: wholeUnitsOf(gift), currency: checkoutData.currency } : undefined,
  )
  storePreferences({
    anonymous: form.isAnonymous,
    newsletter: form.newsletter,
    // A preset tip isn't the donor's choice, so an earlier choice stays.
    ...(form.isTipChosen ? { tipChoice: form.tipChoice } : {}),
  })
  if (form.isTipChosen)
    writeStored(
      'donationTip',
      form.tipChoice === 'other' ? { amount: form.tipTyped, currency: checkoutData.currency } : undefined,
    )
  writeStored('savedCard', form.cardId || undefined)
  if (canHaveTaxReceipt(checkoutData.country, checkoutData)) writeStored('userTaxDeductiblePreference', form.taxReceipt)
}
