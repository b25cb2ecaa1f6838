import { reduceForm, type CheckoutChange } from '#web/features/money/giving/state/checkout-reducer.ts'
import type { CheckoutData, Form } from '#web/features/money/giving/state/checkout-state.ts'

/** The state of the item form. `served`: the server's error texts by control id. */
export type ItemState = {
  readonly form: Form
  readonly checkoutData: CheckoutData
  /** Controls that the donor has left, which show their errors from then on. */
  readonly visited: readonly string[]
  /** Whether neither the amount nor the level was changed. */
  readonly isAmountUnchanged: boolean
  readonly isSubmitted: boolean
  readonly isSaving: boolean
  readonly serverErrors: Readonly<Record<string, string>>
  /** An error that concerns no single field; shown below the button. */
  readonly problem: string
}

export type ItemAction =
  | { readonly type: 'change'; readonly change: CheckoutChange }
  | { readonly type: 'blur'; readonly id: string }
  /** Submitted with errors. */
  | { readonly type: 'submit' }
  | { readonly type: 'send' }
  | { readonly type: 'reject'; readonly served: Readonly<Record<string, string>>; readonly problem: string }
  /** New remaining quantities, after another donor took the last unit. */
  | { readonly type: 'update-levels'; readonly levels: CheckoutData['levels'] }

export const initialItemState = (input: {
  form: Form
  checkoutData: CheckoutData
  served?: Readonly<Record<string, string>>
}): ItemState => ({
  form: input.form,
  checkoutData: input.checkoutData,
  visited: [],
  isAmountUnchanged: true,
  isSubmitted: false,
  isSaving: false,
  serverErrors: input.served ?? {},
  problem: '',
})

export function reduceItem(state: ItemState, action: ItemAction): ItemState {
  switch (action.type) {
    case 'change':
      return {
        ...state,
        form: reduceForm(state.form, action.change),
        isAmountUnchanged:
          state.isAmountUnchanged && action.change.field !== 'amount' && action.change.field !== 'level',
        serverErrors: omitErrors(state.serverErrors, action.change.field),
        problem: '',
      }
    case 'blur':
      return state.visited.includes(action.id) ? state : { ...state, visited: [...state.visited, action.id] }
    case 'submit':
      return { ...state, isSubmitted: true, serverErrors: {}, problem: '' }
    case 'send':
      return { ...state, isSubmitted: true, isSaving: true, serverErrors: {}, problem: '' }
    case 'reject':
      return { ...state, isSaving: false, serverErrors: action.served, problem: action.problem }
    case 'update-levels':
      return { ...state, checkoutData: { ...state.checkoutData, levels: action.levels } }
  }
}

/** Removes the server's error of a changed field; another level removes all, since it has other requirements. */
function omitErrors(served: ItemState['serverErrors'], field: CheckoutChange['field']): ItemState['serverErrors'] {
  if (field === 'level') return {}
  return Object.fromEntries(Object.entries(served).filter(([id]) => id !== field && !id.startsWith(`${field}-`)))
}
