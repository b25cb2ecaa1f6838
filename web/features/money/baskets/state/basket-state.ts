import { type Currency, exponentOf, money, type Money } from '#shared/money.ts'
import { checkTaxAddress } from '#modules/platform/addresses/rules/address.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import {
  type TipChoice,
  tipChoiceAtFirst,
  tipOf,
  tipPercents,
  type TipPolicy,
} from '#modules/money/giving/rules/tip.ts'
import { type BasketFacts, itemOf, lacksAddress, lacksAmount, type Line, type LineChange } from './line/basket-line.ts'
import type { Basket, NewItem } from './filling.ts'

/** Of the whole basket. */
export type Wishes = Pick<Basket, 'anonymous' | 'newsletter' | 'currency'>

export type Tip = {
  readonly choice: TipChoice
  /** Whole major units. */
  readonly typed: string
  /**
   * Chosen, or the basket's own: it is saved. Otherwise it is only what the page begins with, and becomes a choice by
   * paying with it.
   */
  readonly isChosen: boolean
}

/** What this browser last chose of who is named, shown before anybody chose it for this basket. */
export type Suggested = { readonly anonymous?: boolean | undefined; readonly newsletter?: boolean | undefined }

type Saving = 'idle' | 'typed' | 'saving' | 'saved' | 'failed'

export type State = {
  /** As the server last said it. */
  readonly basket: Basket
  /** Not saved yet, by line. */
  readonly changes: Readonly<Record<string, LineChange>>
  /** As typed on this page, saved or not. */
  readonly wishes: Partial<Wishes>
  readonly suggested: Suggested
  readonly tip: Tip
  readonly saving: Saving
  /** Why a change was refused, by the id of its control. */
  readonly errors: Readonly<Record<string, string>>
  /** Another tab, or a call in between, changed the basket: it must be loaded anew before anything is saved. */
  readonly isElsewhere: boolean
  readonly removed: {
    readonly id: string
    readonly item: NewItem | null
    readonly name: string
    readonly slug: string
  } | null
}

export type Change =
  | { readonly kind: 'line'; readonly id: string; readonly change: LineChange }
  | { readonly kind: 'wish'; readonly wish: Partial<Wishes> }
  | { readonly kind: 'tip'; readonly tip: Partial<Pick<Tip, 'choice' | 'typed'>> }
  /**
   * What the page begins with is what this browser last chose: nobody has chosen it for this basket yet, so nothing is
   * saved.
   */
  | { readonly kind: 'tip-suggested'; readonly choice: TipChoice }
  | { readonly kind: 'wishes-suggested'; readonly suggested: Suggested }
  /** Who pays with what was suggested has chosen it: what is shown is what is saved, and charged. */
  | { readonly kind: 'agreed' }
  | { readonly kind: 'saving' }
  /** An answer of the server; `line` is what was sent for it. */
  | {
      readonly kind: 'saved'
      readonly basket: Basket
      readonly line?: { readonly id: string; readonly change: LineChange }
    }
  | { readonly kind: 'all-saved' }
  | { readonly kind: 'failed'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'elsewhere' }
  /** Loaded anew. What was typed and not saved stays, for the lines that are still there. */
  | { readonly kind: 'loaded'; readonly basket: Basket; readonly facts: BasketFacts }
  /** The gift that was taken out is back. */
  | { readonly kind: 'put-back'; readonly id: string }
  /** A change was refused because the basket is being paid for: the page shows the current basket and the reason. */
  | { readonly kind: 'not-applied'; readonly basket: Basket; readonly facts: BasketFacts; readonly message: string }
  /** A line whose removal is not saved yet stays after all. */
  | { readonly kind: 'kept'; readonly id: string }

export const beginWith = (basket: Basket, facts: BasketFacts, tip: { readonly policy: TipPolicy }): State => ({
  basket,
  changes: {},
  wishes: {},
  suggested: {},
  tip: tipAtFirst(basket, facts, tip.policy),
  saving: 'idle',
  errors: {},
  isElsewhere: false,
  removed: null,
})

export function reduce(state: State, action: Change): State {
  switch (action.kind) {
    case 'line': {
      const before = linesOf(state).find((line) => line.id === action.id)
      if (!before) return state
      const change = { ...state.changes[action.id], ...withAddress(state, before, action.change) }
      const isNowRemoved = action.change.isRemoved === true
      return {
        ...state,
        changes: { ...state.changes, [action.id]: change },
        saving: 'typed',
        errors: without(state.errors, (control) => isOfLine(control, action.id)),
        removed: isNowRemoved
          ? {
              id: before.id,
              item: before.hasSealed ? null : itemOf(withStoredAmount(state, before)),
              name: before.campaign?.name ?? '',
              slug: before.campaign?.slug ?? '',
            }
          : state.removed,
      }
    }
    case 'wish': {
      const currency = action.wish.currency
      const isOther = currency !== undefined && currency !== currencyOf(state)
      // A tip is of one currency: a typed one is not carried over (amounts-10).
      const tip =
        isOther && state.tip.choice === 'other' ? { choice: '' as const, typed: '0', isChosen: false } : state.tip
      const errors = without(
        state.errors,
        (id) => id === 'basket' || (action.wish.anonymous !== undefined && isOfName(id)),
      )
      const { anonymous, newsletter } = state.suggested
      const suggested = {
        anonymous: anonymous && !action.wish.anonymous,
        newsletter: newsletter && action.wish.newsletter === undefined,
      }
      return { ...state, wishes: { ...state.wishes, ...action.wish }, suggested, tip, saving: 'typed', errors }
    }
    case 'tip':
      return {
        ...state,
        tip: { ...state.tip, ...action.tip, isChosen: true },
        saving: 'typed',
        errors: without(state.errors, (id) => id === 'tipChoice' || id === 'tipTyped'),
      }
    case 'tip-suggested':
      return state.tip.isChosen ? state : { ...state, tip: { ...state.tip, choice: action.choice } }
    case 'wishes-suggested':
      return { ...state, suggested: action.suggested }
    case 'agreed': {
      if (state.tip.isChosen && !state.suggested.anonymous && !state.suggested.newsletter) return state
      return {
        ...state,
        wishes: wishesOf(state),
        tip: { ...state.tip, choice: tipChoiceOf(state), isChosen: true },
        suggested: {},
        saving: 'typed',
      }
    }
    case 'saving':
      return { ...state, saving: 'saving' }
    case 'saved': {
      const { line } = action
      // What was typed while it was under way waits for the next save.
      const waiting = line && state.changes[line.id] === line.change ? omit(state.changes, line.id) : state.changes
      const changes = line ? withGrowth(waiting, state.basket, action.basket, line.id) : waiting
      const errors = line ? without(state.errors, (control) => isOfLine(control, line.id)) : state.errors
      return { ...state, basket: action.basket, changes: ofStanding(changes, action.basket), errors }
    }
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
        ...beginWith(action.basket, action.facts, { policy: 'zero' }),
        // What is paid now, also where that is none: no tip is suggested anew.
        tip: { ...tipAtFirst(action.basket, action.facts, 'zero'), isChosen: true },
        saving: 'failed',
        errors: { basket: action.message },
      }
    case 'elsewhere':
      return { ...state, isElsewhere: true, saving: 'idle' }
    case 'loaded':
      return {
        ...state,
        basket: action.basket,
        changes: ofStanding(state.changes, action.basket),
        wishes: unsavedWishes(state),
        tip: tipAfter(state, action.basket, action.facts),
        isElsewhere: false,
        saving: 'idle',
        errors: {},
      }
    case 'put-back':
      return state.removed?.id === action.id ? { ...state, removed: null } : state
    case 'kept': {
      const { isRemoved: _, amount, ...rest } = state.changes[action.id] ?? {}
      // What was taken out while its amount was empty comes back with the one it had.
      const change = { ...rest, ...(amount ? { amount } : {}) }
      const others = omit(state.changes, action.id)
      return {
        ...state,
        changes: Object.keys(change).length > 0 ? { ...others, [action.id]: change } : others,
        saving: 'typed',
      }
    }
  }
}

/** Whether a control is one of this line's. */
export const isOfLine = (control: string, id: string): boolean => control.endsWith(id) || control.includes(`${id}-`)

/** Whether a control says how the donor is named. */
const isOfName = (control: string): boolean => control === 'customName' || control === 'location'

const storedAmount = ({ basket }: Pick<State, 'basket'>, id: string): number =>
  basket.items.find((item) => item.id === id)?.amount ?? 0

/** What was taken out while its amount was empty comes back with the one it had. */
const withStoredAmount = (state: State, line: Line): Line =>
  lacksAmount(line) ? { ...line, amount: storedAmount(state, line.id) } : line

/** The donor took its amount away and typed no other yet; a line that never had one is none. */
export const isEmptied = (state: Pick<State, 'basket'>, line: Line): boolean =>
  lacksAmount(line) && storedAmount(state, line.id) > 0

const without = (errors: Readonly<Record<string, string>>, isGone: (id: string) => boolean) =>
  Object.fromEntries(Object.entries(errors).filter(([id]) => !isGone(id)))
const omit = <Value>(of: Readonly<Record<string, Value>>, key: string) =>
  Object.fromEntries(Object.entries(of).filter(([each]) => each !== key))
const ofStanding = (changes: State['changes'], basket: Basket) =>
  Object.fromEntries(Object.entries(changes).filter(([id]) => basket.items.some((item) => item.id === id)))

/**
 * A line that another one joined grew by it (baskets-2): how many were typed for it meanwhile are of it alone.
 */
const withGrowth = (changes: State['changes'], before: Basket, after: Basket, saved: string): State['changes'] =>
  Object.fromEntries(
    Object.entries(changes).map(([id, change]) => {
      const [had, has] = [before, after].map(({ items }) => items.find((item) => item.id === id)?.quantity ?? 0) as [
        number,
        number,
      ]
      return [
        id,
        id !== saved && change.quantity !== undefined && has > had
          ? { ...change, quantity: change.quantity + has - had }
          : change,
      ]
    }),
  )

/** Whoever asks for a receipt for a second gift lives where they live for the first. */
function withAddress(state: State, before: Line, change: LineChange): LineChange {
  if (!(change.isGiftAid || change.isTaxDeductible) || before.taxAddress) return change
  const known = linesOf(state).find(
    (line) => line.taxAddress && Object.keys(checkTaxAddress(line.taxAddress)).length === 0,
  )?.taxAddress
  return known ? { ...change, taxAddress: known } : change
}

/** Every line as it stands on the page; those that are being removed are left out. */
export const linesOf = (state: Pick<State, 'basket' | 'changes'>): Line[] =>
  state.basket.items
    .map(({ taxAddress, ...item }) => ({
      ...item,
      taxAddress: fromWire(taxAddress),
      isRemoved: false,
      ...state.changes[item.id],
    }))
    .filter((line) => !line.isRemoved)

export const wishesOf = ({ basket, suggested, wishes }: Pick<State, 'basket' | 'suggested' | 'wishes'>): Wishes => ({
  anonymous: suggested.anonymous ? { ...basket.anonymous, enabled: true } : basket.anonymous,
  newsletter: basket.newsletter || suggested.newsletter === true,
  currency: basket.currency,
  ...wishes,
})
/** What was typed and differs from what is saved; spaces around a name do not. */
function unsavedWishes({ basket, wishes }: Pick<State, 'basket' | 'wishes'>): Partial<Wishes> {
  const { newsletter, currency } = wishes
  // What is not shown is not said either: whoever is not named keeps the name they had, and one that was refused holds
  // up nothing.
  const anonymous = wishes.anonymous?.enabled ? { ...basket.anonymous, enabled: true } : wishes.anonymous
  const isNamed =
    anonymous &&
    (anonymous.enabled !== basket.anonymous.enabled ||
      anonymous.name.trim() !== basket.anonymous.name ||
      anonymous.location.trim() !== basket.anonymous.location)
  return {
    ...(isNamed ? { anonymous } : {}),
    ...(newsletter !== undefined && newsletter !== basket.newsletter ? { newsletter } : {}),
    ...(currency !== undefined && currency !== basket.currency ? { currency } : {}),
  }
}
export const currencyOf = ({ basket, wishes }: Pick<State, 'basket' | 'wishes'>): Currency =>
  (wishes.currency ?? basket.currency) as Currency

/** What the shares of the tip are of: the gifts in this payment to fundraisers that take tips. */
export function tippedOf(state: Pick<State, 'basket' | 'changes' | 'wishes'>, facts: BasketFacts): Money {
  const currency = currencyOf(state)
  const tipped = linesOf(state).filter(
    (line) =>
      line.currency === currency &&
      facts.campaigns[line.projectId]?.isOpen &&
      facts.campaigns[line.projectId]?.tipsEnabled,
  )
  return money(
    tipped.reduce((sum, line) => sum + BigInt(line.amount) * BigInt(line.quantity), 0n),
    currency,
  )
}

function tipAtFirst(basket: Basket, facts: BasketFacts, policy: TipPolicy): Tip {
  const tipped = tippedOf({ basket, changes: {}, wishes: {} }, facts)
  const known = money(BigInt(basket.tipAmount), basket.currency as Currency)
  if (known.amount > 0n) {
    const percent = tipPercents.find((each) => tipOf(tipped, Number(each)).amount === known.amount)
    if (percent) return { choice: percent, typed: '0', isChosen: true }
    const whole = 10n ** BigInt(exponentOf(known.currency))
    return known.amount % whole === 0n
      ? { choice: 'other', typed: String(known.amount / whole), isChosen: true }
      : { choice: '', typed: '0', isChosen: true }
  }
  return { choice: tipChoiceAtFirst(policy, false), typed: '0', isChosen: false }
}

/** After the basket was loaded anew: what was chosen here and not saved stays, otherwise the basket's own. */
function tipAfter(state: State, basket: Basket, facts: BasketFacts): Tip {
  // A share of gifts that are still being typed is no choice of a tip.
  const isSaved =
    !state.tip.isChosen || Number(tipOfState({ ...state, changes: {} }, facts).amount) === state.basket.tipAmount
  if (!isSaved || basket.tipAmount === state.basket.tipAmount) return state.tip
  return { ...tipAtFirst(basket, facts, 'zero'), isChosen: true }
}

/**
 * The choice that is shown: until the donor makes one, none of a payment with zakat in it (amounts-9), otherwise
 * what is suggested.
 */
export function tipChoiceOf(state: State): TipChoice {
  const hasZakat = linesOf(state).some((line) => line.isZakat && line.currency === currencyOf(state))
  return hasZakat && !state.tip.isChosen ? '0' : state.tip.choice
}

/** The tip of this payment, by the donor's choice; one that came with the basket and fits no choice stays. */
export function tipOfState(state: State, facts: BasketFacts): Money {
  const tipped = tippedOf(state, facts)
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

/** Whether a tip that was given goes with its currency, where there are gifts to tip in the other one. */
export const tipIsLost = (before: State, after: State, facts: BasketFacts): boolean =>
  tipOfState(before, facts).amount > 0n &&
  tippedOf(after, facts).amount > 0n &&
  tipChoiceOf(after) === '' &&
  tipOfState(after, facts).amount === 0n

/** As it will be stored: without the changes of lines that wait for the donor, or were refused as they are. */
function savable(state: State): State {
  const refused = Object.keys(state.errors)
  const changes = Object.fromEntries(
    linesToSave(state).filter(([id]) => !refused.some((control) => isOfLine(control, id))),
  )
  return { ...state, changes }
}

/** What the basket call still has to be told; undefined: nothing. */
export function editOf(
  shown: State,
  facts: BasketFacts,
): (Partial<Wishes> & { readonly tipAmount?: number }) | undefined {
  const state = savable(shown)
  const tip = Number(tipOfState(state, facts).amount)
  // A share follows the gifts, so it changes with them; in a currency without gifts to tip there is nothing to say.
  const isTipNew =
    state.tip.isChosen &&
    tippedOf(state, facts).amount > 0n &&
    (tip !== state.basket.tipAmount || currencyOf(state) !== state.basket.currency)
  const edit = { ...unsavedWishes(state), ...(isTipNew ? { tipAmount: tip } : {}) }
  return Object.keys(edit).length > 0 ? edit : undefined
}

/** Whether something waits to be saved; a line that lacks its amount or its address waits for the donor. */
export const isUnsaved = (state: State, facts: BasketFacts): boolean =>
  linesToSave(state).length > 0 || (linesOf(state).length > 0 && editOf(state, facts) !== undefined)

export const linesToSave = (state: State): [string, LineChange][] => {
  const lines = linesOf(state)
  return Object.entries(state.changes).filter(([id, change]) => {
    const line = lines.find((each) => each.id === id)
    return change.isRemoved || (line !== undefined && !lacksAmount(line) && !lacksAddress(line))
  })
}
