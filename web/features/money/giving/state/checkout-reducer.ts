import { type Currency, money } from '#shared/money.ts'
import type { AddressDraft } from '#modules/platform/addresses/rules/address.ts'
import { defaultAmount } from '#modules/money/giving/rules/amounts.ts'
import { wholeUnitsOf } from './checkout-amounts.ts'
import type { Form } from './checkout-state.ts'

export type CheckoutChange =
  | { readonly [Key in keyof Form]: { readonly field: Key; readonly value: Form[Key] } }[keyof Form]
  | { readonly field: 'contact'; readonly value: Pick<Form, 'email' | 'name'> }
  | { readonly field: 'level'; readonly value: string; readonly currency: Currency; readonly amount: number }

/**
 * Returns the next state of the form. Choosing a level with an amount sets the amount; "Change selection" resets it to
 * the currency's default (S1 §4).
 */
export function reduceForm(form: Form, action: CheckoutChange): Form {
  switch (action.field) {
    case 'level':
      return {
        ...form,
        levelId: action.value,
        quantity: 1,
        amount: wholeUnitsOf(
          action.value !== '' && action.amount > 0
            ? money(BigInt(action.amount), action.currency)
            : defaultAmount(action.currency),
        ),
      }
    case 'name':
      return {
        ...form,
        name: action.value,
        taxAddress: updateNames(form.taxAddress, namesOf(form.name), namesOf(action.value)),
        shippingAddress: updateNames(form.shippingAddress, { name: form.name }, { name: action.value }),
      }
    case 'contact': {
      // A known guest's details never replace what was typed.
      const isTyped = action.value.email !== '' && (form.email !== '' || form.name !== '')
      const { email, name } = action.value
      return isTyped ? form : reduceForm({ ...form, email }, { field: 'name', value: name })
    }
    case 'isZakat':
      return withOfferedTip({ ...form, isZakat: action.value, maximizeZakat: action.value && form.maximizeZakat })
    case 'donationType':
      return withOfferedTip({ ...form, donationType: action.value, isZakat: false, maximizeZakat: false })
    case 'tipOffered':
      return withOfferedTip({ ...form, tipOffered: action.value })
    case 'tipChoice':
      return { ...form, tipChoice: action.value, isTipChosen: true }
    case 'tipTyped':
      return { ...form, tipTyped: action.value, isTipChosen: true }
    default:
      return { ...form, [action.field]: action.value }
  }
}

/** Returns the form with the preset tip unless the donor chose one; zakat has no preset tip. */
export function withOfferedTip(form: Form): Form {
  if (form.isTipChosen) return form
  return { ...form, tipChoice: form.isZakat ? '0' : form.tipOffered.choice, tipTyped: form.tipOffered.typed }
}

/** Copies the donor's name to the address until the donor types a different one there (WCAG 3.3.7). */
const updateNames = (address: AddressDraft, was: Names, is: Names): AddressDraft =>
  Object.entries(was).every(([field, name]) => (address[field as keyof Names] ?? '') === name)
    ? { ...address, ...is }
    : address
type Names = Pick<AddressDraft, 'firstName' | 'lastName' | 'name'>

/** Splits a full name; the last word becomes the last name. */
function namesOf(name: string): Names {
  const [, firstName = '', lastName = ''] = /^\s*(.*?)(?:\s+(\S+))?\s*$/u.exec(name) ?? []
  return { firstName, lastName }
}
