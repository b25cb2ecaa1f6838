import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import type { TipChoice, TipPolicy } from '#modules/money/giving/rules/fees/tip.ts'
import type { Basket } from '../filling.ts'
import { type BasketData, itemOf, lacksAmount, type Line, type LineChange } from '../line/basket-line.ts'
import {
  type BasketPreferences,
  currencyOf,
  isOfLine,
  linesOf,
  preferencesOf,
  type State,
  storedAmount,
  type Suggested,
  type Tip,
  unsavedPreferences,
} from './basket-state.ts'
import { tipAfter, tipAtFirst, tipChoiceOf } from './basket-tip.ts'

export type Change =
  | { readonly kind: 'line'; readonly id: string; readonly change: LineChange }
  | { readonly kind: 'preferences'; readonly preferences: Partial<BasketPreferences> }
  | { readonly kind: 'tip'; readonly tip: Partial<Pick<Tip, 'choice' | 'typed'>> }
  /**
   * What the page begins with is what this browser last chose: it is not chosen for this basket yet, so nothing is
   * saved.
   */
  | { readonly kind: 'tip-suggested'; readonly choice: TipChoice }
  | { readonly kind: 'preferences-suggested'; readonly suggested: Suggested }
  /** Paying with what was suggested chooses it: what is shown is what is saved, and charged. */
  | { readonly kind: 'agreed' }
  | { readonly kind: 'saving' }
  /** A response of the server; `line` is what was sent for it. */
  | {
      readonly kind: 'saved'
      readonly basket: Basket
      readonly line?: { readonly id: string; readonly change: LineChange }
    }
  | { readonly kind: 'all-saved' }
  | { readonly kind: 'failed'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'elsewhere' }
  /** Loaded anew. What was typed and not saved stays, for the lines that are still there. */
  | { readonly kind: 'loaded'; readonly basket: Basket; readonly basketData: BasketData }
  /** The gift that was taken out is back. */
  | { readonly kind: 'put-back'; readonly id: string }
  /** A change was refused because the basket is being paid for: the page shows the current basket and the reason. */
  | { readonly kind: 'not-applied'; readonly basket: Basket; readonly basketData: BasketData; readonly message: string }
  /** A line whose removal is not saved yet stays after all. */
  | { readonly kind: 'kept'; readonly id: string }

/** The state of a page that shows this basket and in which nothing was typed yet. */
export const beginWith = (basket: Basket, basketData: BasketData, tip: { readonly policy: TipPolicy }): State => ({
  basket,
  changes: {},
  preferences: {},
  suggested: {},
  tip: tipAtFirst(basket, basketData, tip.policy),
  saving: 'idle',
  errors: {},
  isElsewhere: false,
  removed: null,
})

type ChangeOf<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>

/** Returns the state after a change. */
export function reduce(state: State, action: Change): State {
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
        errors: without(state.errors, (id) => id === 'tipChoice' || id === 'tipTyped'),
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
      return takeSaved(state, action)
    case 'all-saved':
      // A line that waits for its amount or its address is not saved.
      return {
        ...state,
        saving: Object.keys(state.changes).length > 0 ? 'idle' : 'saved',
        errors: without(state.errors, (id) => id === 'basket'),
      }
    case 'failed':
      return { ...state, saving: 'failed', errors: { ...state.errors, ...action.errors } }
    case 'not-applied':
      return {
        ...beginWith(action.basket, action.basketData, { policy: 'zero' }),
        // What is paid now, also where that is none: no tip is suggested anew.
        tip: { ...tipAtFirst(action.basket, action.basketData, 'zero'), isChosen: true },
        saving: 'failed',
        errors: { basket: action.message },
      }
    case 'elsewhere':
      return { ...state, isElsewhere: true, saving: 'idle' }
    case 'loaded':
      return {
        ...state,
        basket: action.basket,
        changes: dropRemovedLines(state.changes, action.basket),
        preferences: unsavedPreferences(state),
        tip: tipAfter(state, action.basket, action.basketData),
        isElsewhere: false,
        saving: 'idle',
        errors: {},
      }
    case 'put-back':
      return state.removed?.id === action.id ? { ...state, removed: null } : state
    case 'kept':
      return keepLine(state, action.id)
  }
}

function changeLine(state: State, action: ChangeOf<'line'>): State {
  const before = linesOf(state).find((line) => line.id === action.id)
  if (!before) return state
  const change = { ...state.changes[action.id], ...withAddress(state, before, action.change) }
  return {
    ...state,
    changes: { ...state.changes, [action.id]: change },
    saving: 'typed',
    errors: without(state.errors, (control) => isOfLine(control, action.id)),
    removed: action.change.isRemoved === true ? removedOf(state, before) : state.removed,
  }
}

/** What the page offers to put back. A line with encrypted fields cannot be put back. */
const removedOf = (state: State, line: Line): State['removed'] => ({
  id: line.id,
  item: line.hasEncryptedFields ? null : itemOf(withStoredAmount(state, line)),
  name: line.campaign?.name ?? '',
  slug: line.campaign?.slug ?? '',
})

function changePreferences(state: State, changed: Partial<BasketPreferences>): State {
  const isOtherCurrency = changed.currency !== undefined && changed.currency !== currencyOf(state)
  const { anonymous, newsletter } = state.suggested
  return {
    ...state,
    preferences: { ...state.preferences, ...changed },
    suggested: {
      anonymous: anonymous && !changed.anonymous,
      newsletter: newsletter && changed.newsletter === undefined,
    },
    // A tip is of one currency: a typed one is not carried over (amounts-10).
    tip: isOtherCurrency && state.tip.choice === 'other' ? { choice: '', typed: '0', isChosen: false } : state.tip,
    saving: 'typed',
    errors: without(state.errors, (id) => id === 'basket' || (changed.anonymous !== undefined && isOfName(id))),
  }
}

function chooseSuggested(state: State): State {
  if (state.tip.isChosen && !state.suggested.anonymous && !state.suggested.newsletter) return state
  return {
    ...state,
    preferences: preferencesOf(state),
    tip: { ...state.tip, choice: tipChoiceOf(state), isChosen: true },
    suggested: {},
    saving: 'typed',
  }
}

function takeSaved(state: State, { basket, line }: ChangeOf<'saved'>): State {
  if (!line) return { ...state, basket, changes: dropRemovedLines(state.changes, basket) }
  // What was typed while it was under way waits for the next save.
  const waiting = state.changes[line.id] === line.change ? omit(state.changes, line.id) : state.changes
  return {
    ...state,
    basket,
    changes: dropRemovedLines(withGrowth(waiting, state.basket, basket, line.id), basket),
    errors: without(state.errors, (control) => isOfLine(control, line.id)),
  }
}

/** Takes back a removal that is not saved yet. */
function keepLine(state: State, id: string): State {
  const { isRemoved: _, amount, ...change } = state.changes[id] ?? {}
  // What was taken out while its amount was empty comes back with the one it had.
  const kept = { ...change, ...(amount ? { amount } : {}) }
  const others = omit(state.changes, id)
  return {
    ...state,
    changes: Object.keys(kept).length > 0 ? { ...others, [id]: kept } : others,
    saving: 'typed',
  }
}

/** Whether a control says how the donor is named. */
const isOfName = (control: string): boolean => control === 'customName' || control === 'location'

/** What was taken out while its amount was empty comes back with the one it had. */
const withStoredAmount = (state: State, line: Line): Line =>
  lacksAmount(line) ? { ...line, amount: storedAmount(state, line.id) } : line

const without = (errors: Readonly<Record<string, string>>, isGone: (id: string) => boolean) =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => !isGone(id)))
const omit = <Value>(values: Readonly<Record<string, Value>>, key: string) =>
  Object.fromEntries(Object.entries(values).filter(([candidate]) => candidate !== key))
const dropRemovedLines = (changes: State['changes'], basket: Basket) =>
  Object.fromEntries(Object.entries(changes).filter(([id]) => basket.items.some((item) => item.id === id)))

/**
 * A line that another one joined grew by it (baskets-2): how many were typed for it meanwhile are of it alone.
 */
function withGrowth(changes: State['changes'], before: Basket, after: Basket, saved: string): State['changes'] {
  const quantityIn = ({ items }: Basket, id: string): number => items.find((item) => item.id === id)?.quantity ?? 0
  return Object.fromEntries(
    Object.entries(changes).map(([id, change]) => {
      const growth = quantityIn(after, id) - quantityIn(before, id)
      if (id === saved || change.quantity === undefined || growth <= 0) return [id, change]
      return [id, { ...change, quantity: change.quantity + growth }]
    }),
  )
}

/** Fills in the address of another gift for which the donor asked for a receipt. */
function withAddress(state: State, before: Line, change: LineChange): LineChange {
  if (!(change.isGiftAid || change.isTaxDeductible) || before.taxAddress) return change
  const addressDraft = linesOf(state).find(
    (line) => line.taxAddress && Object.keys(checkTaxAddress(line.taxAddress)).length === 0,
  )?.taxAddress
  return addressDraft ? { ...change, taxAddress: addressDraft } : change
}
