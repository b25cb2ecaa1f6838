import { type Currency, exponentOf } from '#shared/money.ts'
import type { Fault } from '#shared/problem.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { isTipPercent } from '#modules/money/giving/rules/fees/tip.ts'
import { fromPost } from './donor-form.ts'
import { postedAmount, postedAmountFault, postedQuantity } from '#web/ui/posted-amount.ts'
import type { CheckoutData, Form } from './state/checkout-state.ts'
import { chosenLevelOf, wholeUnitsOf } from './state/checkout-amounts.ts'

/**
 * Returns the form from a submission without JavaScript. Fields that the page didn't show keep their previous value.
 */
export function formFromPost(
  posted: FormData,
  before: Form,
  currency: Currency,
  plans: CheckoutData['plans'] = [],
): Form {
  const text = (name: string, max = 2000): string => {
    const value = posted.get(name)
    return typeof value === 'string' ? value.slice(0, max) : ''
  }
  const has = (name: string): boolean => posted.has(name)
  const amount = (name: string): string => postedAmount(text(name, 20), exponentOf(currency))
  // A level set the previous amount, so without it the form starts with the default amount (amounts-12).
  const typed = has('amount') ? amount('amount') : wholeUnitsOf(defaultAmount(currency))
  const shown = has('shown') ? amount('shown') : before.amount
  const quick = text('quick', 20)
  const isQuick = /^\d+$/.test(quick) && quick !== shown && (typed === shown || typed === '0')
  const tip = text('tipChoice', 8)
  const isZakat = has('isZakat')
  const tipChoice = isTipPercent(tip) || tip === 'other' ? tip : ''
  // Without JavaScript the preset tip stays selected when zakat is ticked, so it counts as chosen only if the page
  // showed it together with zakat.
  const isTipChosen = tipChoice !== before.tipOffered.choice || text('tipSeen', 8) === 'zakat'
  return {
    ...before,
    ...fromPost(posted),
    // A different suggestion wins if the amount field is unchanged or empty.
    amount: isQuick ? quick : typed,
    levelId: has('level') ? text('level', 20) : before.levelId,
    quantity: has('quantity') ? postedQuantity(text('quantity', 5)) : before.quantity,
    tipChoice: isZakat && !isTipChosen ? '0' : tipChoice,
    isTipChosen,
    tipTyped: has('tipTyped') ? amount('tipTyped') : before.tipTyped,
    maximizeZakat: isZakat && has('maximizeZakat'),
    words: text('words'),
    cardId: has('cardId') ? text('cardId', 64) : before.cardId,
    saveCard: has('saveCard'),
    frequency: has('frequency')
      ? (plans.find(({ frequency }) => frequency === text('frequency', 8))?.frequency ?? 'once')
      : before.frequency,
    phone: has('phoneNumber') ? text('phoneNumber', 40) : before.phone,
  }
}

/**
 * Returns the errors of amounts and quantities that aren't whole numbers (S1 §5), by control. `filled`: the amount that
 * the page filled in, which may have decimals (amounts-15).
 */
export function fractionErrorsOfForm(
  form: Form,
  checkoutData: CheckoutData,
  filled = '',
): Readonly<Record<string, Fault>> {
  const wrong = {
    amount: /\D/.test(form.amount) && form.amount !== filled && !chosenLevelOf(form, checkoutData)?.amount,
    quantity: !Number.isInteger(form.quantity),
    tipTyped: checkoutData.tipsEnabled && form.tipChoice === 'other' && /\D/.test(form.tipTyped),
  }
  return Object.fromEntries(
    Object.entries(wrong).flatMap(([id, isWrong]) =>
      isWrong ? [[id, postedAmountFault(String(form[id as keyof typeof wrong]))]] : [],
    ),
  )
}
