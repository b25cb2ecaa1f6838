import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import type { TipChoice, TipPolicy } from '#modules/money/giving/rules/fees/tip.ts'
import type { Basket } from '../basket-client.ts'
import { type BasketData, itemOf, isMissingAmount, type BasketLine, type LineChange } from '../line/basket-line.ts'
import {
  type BasketPreferences,
  currencyOf,
  isOfLine,
  basketLinesOf,
  preferencesOf,
  type BasketState,
  storedAmount,
  type Suggested,
  type Tip,
  unsavedPreferences,
} from './basket-state.ts'
import { tipAfter, tipAtFirst, tipChoiceOf } from './basket-tip.ts'

export type BasketChange =
  | { readonly kind: 'line'; readonly id: string; readonly change: LineChange }
  | { readonly kind: 'preferences'; readonly preferences: Partial<BasketPreferences> }
  | { readonly kind: 'tip'; readonly tip: Partial<Pick<Tip, 'choice' | 'typed'>> }
  /** Defaults from this browser's storage. They aren't saved, since the donor didn't choose them for this basket. */
  | { readonly kind: 'tip-suggested'; readonly choice: TipChoice }
  | { readonly kind: 'preferences-suggested'; readonly suggested: Suggested }
  /** Submitting accepts the suggested values, so that the saved values are those shown and charged. */
  | { readonly kind: 'agreed' }
  | { readonly kind: 'saving' }
  /** A response of the server; `line`: the change that it saved. */
  | {
      readonly kind: 'saved'
      readonly basket: Basket
      readonly line?: { readonly id: string; readonly change: LineChange }
    }
  | { readonly kind: 'all-saved' }
  | { readonly kind: 'failed'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'elsewhere' }
  /** Reloaded. Unsaved changes are kept for lines that still exist. */
  | { readonly kind: 'loaded'; readonly basket: Basket; readonly basketData: BasketData }
  /** The removed line was restored. */
  | { readonly kind: 'put-back'; readonly id: string }
  /** A change was refused because the basket is being paid for: the page shows the current basket and the reason. */
  | { readonly kind: 'not-applied'; readonly basket: Basket; readonly basketData: BasketData; readonly message: string }
  /** The removal of a line was undone before it was saved. */
  | { readonly kind: 'kept'; readonly id: string }

/** Returns the initial state for a basket, without unsaved changes. */
export const initialState = (
  basket: Basket,
  basketData: BasketData,
  tip: { readonly policy: TipPolicy },
): BasketState => ({
  basket,
  changes: {},
  preferences: {},
  suggested: {},
  tip: tipAtFirst(basket, basketData, tip.policy),
  saving: 'idle',
  errors: {},
  isChangedElsewhere: false,
  removed: null,
})

type ChangeOf<Kind extends BasketChange['kind']> = Extract<BasketChange, { readonly kind: Kind }>

/** Returns the next state. */
export function reduceBasket(state: BasketState, action: BasketChange): BasketState {
  switch (action.kind) {
    case 'line':
      return changeLine(state, action)
    case 'preferences':
      return changePreferences(state, action.preferences)
    case 'tip':
      return {
        ...state,
        tip: { ...state.tip, ...action.tip, isChosen: true },
        saving: 'typed',
        errors: omitErrors(state.errors, (id) => id === 'tipChoice' || id === 'tipTyped'),
      }
    case 'tip-suggested':
      return state.tip.isChosen ? state : { ...state, tip: { ...state.tip, choice: action.choice } }
    case 'preferences-suggested':
      return { ...state, suggested: action.suggested }
    case 'agreed':
      return chooseSuggested(state)
    case 'saving':
      return { ...state, saving: 'saving' }
    case 'saved':
      return applySaved(state, action)
    case 'all-saved':
      // Lines without an amount or address aren't saved yet.
      return {
        ...state,
        saving: Object.keys(state.changes).length > 0 ? 'idle' : 'saved',
        errors: omitErrors(state.errors, (id) => id === 'basket'),
      }
    case 'failed':
      return { ...state, saving: 'failed', errors: { ...state.errors, ...action.errors } }
    case 'not-applied':
      return {
        ...initialState(action.basket, action.basketData, { policy: 'zero' }),
        // The tip of the payment in progress counts as chosen, even if there is none, so that none is suggested.
        tip: { ...tipAtFirst(action.basket, action.basketData, 'zero'), isChosen: true },
        saving: 'failed',
        errors: { basket: action.message },
      }
    case 'elsewhere':
      return { ...state, isChangedElsewhere: true, saving: 'idle' }
    case 'loaded':
      return {
        ...state,
        basket: action.basket,
        changes: dropRemovedLines(state.changes, action.basket),
        preferences: unsavedPreferences(state),
        tip: tipAfter(state, action.basket, action.basketData),
        isChangedElsewhere: false,
        saving: 'idle',
        errors: {},
      }
    case 'put-back':
      return state.removed?.id === action.id ? { ...state, removed: null } : state
    case 'kept':
      return keepLine(state, action.id)
  }
}

function changeLine(state: BasketState, action: ChangeOf<'line'>): BasketState {
  const before = basketLinesOf(state).find((line) => line.id === action.id)
  if (!before) return state
  const change = { ...state.changes[action.id], ...withAddress(state, before, action.change) }
  return {
    ...state,
    changes: { ...state.changes, [action.id]: change },
    saving: 'typed',
    errors: omitErrors(state.errors, (control) => isOfLine(control, action.id)),
    removed: action.change.isRemoved === true ? removedOf(state, before) : state.removed,
  }
}

/** Returns the data to restore a removed line. A line with encrypted fields can't be restored. */
const removedOf = (state: BasketState, line: BasketLine): BasketState['removed'] => ({
  id: line.id,
  item: line.hasEncryptedFields ? null : itemOf(withStoredAmount(state, line)),
  name: line.campaign?.name ?? '',
  slug: line.campaign?.slug ?? '',
})

function changePreferences(state: BasketState, changed: Partial<BasketPreferences>): BasketState {
  const isOtherCurrency = changed.currency !== undefined && changed.currency !== currencyOf(state)
  const { anonymous, newsletter } = state.suggested
  return {
    ...state,
    preferences: { ...state.preferences, ...changed },
    suggested: {
      anonymous: anonymous && !changed.anonymous,
      newsletter: newsletter && changed.newsletter === undefined,
    },
    // A custom tip isn't carried over to another currency (amounts-10).
    tip: isOtherCurrency && state.tip.choice === 'other' ? { choice: '', typed: '0', isChosen: false } : state.tip,
    saving: 'typed',
    errors: omitErrors(state.errors, (id) => id === 'basket' || (changed.anonymous !== undefined && isOfName(id))),
  }
}

function chooseSuggested(state: BasketState): BasketState {
  if (state.tip.isChosen && !state.suggested.anonymous && !state.suggested.newsletter) return state
  return {
    ...state,
    preferences: preferencesOf(state),
    tip: { ...state.tip, choice: tipChoiceOf(state), isChosen: true },
    suggested: {},
    saving: 'typed',
  }
}

function applySaved(state: BasketState, { basket, line }: ChangeOf<'saved'>): BasketState {
  if (!line) return { ...state, basket, changes: dropRemovedLines(state.changes, basket) }
  // Changes made during the request are saved with the next one.
  const waiting = state.changes[line.id] === line.change ? omit(state.changes, line.id) : state.changes
  return {
    ...state,
    basket,
    changes: dropRemovedLines(withMergedQuantity(waiting, state.basket, basket, line.id), basket),
    errors: omitErrors(state.errors, (control) => isOfLine(control, line.id)),
  }
}

/** Undoes a removal that isn't saved yet. */
function keepLine(state: BasketState, id: string): BasketState {
  const { isRemoved: _, amount, ...change } = state.changes[id] ?? {}
  // A line removed while its amount was empty gets its saved amount back.
  const kept = { ...change, ...(amount ? { amount } : {}) }
  const others = omit(state.changes, id)
  return {
    ...state,
    changes: Object.keys(kept).length > 0 ? { ...others, [id]: kept } : others,
    saving: 'typed',
  }
}

/** Returns whether a control belongs to the donor's public name. */
const isOfName = (control: string): boolean => control === 'customName' || control === 'location'

/** A line removed while its amount was empty gets its saved amount back. */
const withStoredAmount = (state: BasketState, line: BasketLine): BasketLine =>
  isMissingAmount(line) ? { ...line, amount: storedAmount(state, line.id) } : line

const omitErrors = (errors: Readonly<Record<string, string>>, isGone: (id: string) => boolean) =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => !isGone(id)))
const omit = <Value>(values: Readonly<Record<string, Value>>, key: string) =>
  Object.fromEntries(Object.entries(values).filter(([candidate]) => candidate !== key))
const dropRemovedLines = (changes: BasketState['changes'], basket: Basket) =>
  Object.fromEntries(Object.entries(changes).filter(([id]) => basket.items.some((item) => item.id === id)))

/** Adds the quantity of an equal line that was merged into this one (baskets-2) to the unsaved quantity. */
function withMergedQuantity(
  changes: BasketState['changes'],
  before: Basket,
  after: Basket,
  saved: string,
): BasketState['changes'] {
  const quantityIn = ({ items }: Basket, id: string): number => items.find((item) => item.id === id)?.quantity ?? 0
  return Object.fromEntries(
    Object.entries(changes).map(([id, change]) => {
      const growth = quantityIn(after, id) - quantityIn(before, id)
      if (id === saved || change.quantity === undefined || growth <= 0) return [id, change]
      return [id, { ...change, quantity: change.quantity + growth }]
    }),
  )
}

/** Fills in the address of another line for which the donor asked for a receipt. */
function withAddress(state: BasketState, before: BasketLine, change: LineChange): LineChange {
  if (!(change.isGiftAid || change.isTaxDeductible) || before.taxAddress) return change
  const addressDraft = basketLinesOf(state).find(
    (line) => line.taxAddress && Object.keys(checkTaxAddress(line.taxAddress)).length === 0,
  )?.taxAddress
  return addressDraft ? { ...change, taxAddress: addressDraft } : change
}
