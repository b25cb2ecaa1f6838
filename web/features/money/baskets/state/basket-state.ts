import type { Currency } from '#shared/money.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import type { TipChoice } from '#modules/money/giving/rules/fees/tip.ts'
import type { Basket, NewItem } from '../filling.ts'
import { lacksAmount, type Line, type LineChange } from '../line/basket-line.ts'

/** Preferences of the whole basket. */
export type BasketPreferences = Pick<Basket, 'anonymous' | 'newsletter' | 'currency'>

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
  readonly preferences: Partial<BasketPreferences>
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

/** Every line as the page shows it; those that are being removed are left out. */
export const linesOf = (state: Pick<State, 'basket' | 'changes'>): Line[] =>
  state.basket.items
    .map(({ taxAddress, ...item }) => ({
      ...item,
      taxAddress: fromWire(taxAddress),
      isRemoved: false,
      ...state.changes[item.id],
    }))
    .filter((line) => !line.isRemoved)

/** The preferences that the page shows: what was typed, then what is suggested, then what is saved. */
export const preferencesOf = ({
  basket,
  suggested,
  preferences,
}: Pick<State, 'basket' | 'suggested' | 'preferences'>): BasketPreferences => ({
  anonymous: suggested.anonymous ? { ...basket.anonymous, enabled: true } : basket.anonymous,
  newsletter: basket.newsletter || suggested.newsletter === true,
  currency: basket.currency,
  ...preferences,
})

/** Returns the preferences that were typed and differ from the saved ones; spaces around a name do not count. */
export function unsavedPreferences({
  basket,
  preferences,
}: Pick<State, 'basket' | 'preferences'>): Partial<BasketPreferences> {
  const { newsletter, currency } = preferences
  // A name that is not shown is not sent: an anonymous donor keeps the saved one, and a refused one blocks nothing.
  const anonymous = preferences.anonymous?.enabled ? { ...basket.anonymous, enabled: true } : preferences.anonymous
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

/** The currency of this payment. */
export const currencyOf = ({ basket, preferences }: Pick<State, 'basket' | 'preferences'>): Currency =>
  preferences.currency ?? basket.currency

/** Whether a control is one of this line's. */
export const isOfLine = (control: string, id: string): boolean => control.endsWith(id) || control.includes(`${id}-`)

/** The amount of a line as it is saved, in minor units; zero for a line that is not there. */
export const storedAmount = ({ basket }: Pick<State, 'basket'>, id: string): number =>
  basket.items.find((item) => item.id === id)?.amount ?? 0

/** The donor took its amount away and typed no other yet; a line that never had one is none. */
export const isEmptied = (state: Pick<State, 'basket'>, line: Line): boolean =>
  lacksAmount(line) && storedAmount(state, line.id) > 0
