import type { Currency } from '#shared/money.ts'
import { fromWire } from '#modules/platform/addresses/rules/wire.ts'
import type { TipChoice } from '#modules/money/giving/rules/fees/tip.ts'
import type { Basket, NewItem } from '../basket-client.ts'
import { isMissingAmount, type BasketLine, type LineChange } from '../line/basket-line.ts'

/** Preferences of the whole basket. */
export type BasketPreferences = Pick<Basket, 'anonymous' | 'newsletter' | 'currency'>

export type Tip = {
  readonly choice: TipChoice
  /** Whole major units. */
  readonly typed: string
  /**
   * Whether the donor chose the tip or it is already saved. Otherwise it is only a suggestion, which submitting
   * accepts.
   */
  readonly isChosen: boolean
}

/** The name preferences in this browser's storage, shown until the donor chooses them for this basket. */
export type Suggested = { readonly anonymous?: boolean | undefined; readonly newsletter?: boolean | undefined }

type Saving = 'idle' | 'typed' | 'saving' | 'saved' | 'failed'

export type BasketState = {
  /** The basket as last saved. */
  readonly basket: Basket
  /** Unsaved changes by line id. */
  readonly changes: Readonly<Record<string, LineChange>>
  /** As typed on this page, saved or not. */
  readonly preferences: Partial<BasketPreferences>
  readonly suggested: Suggested
  readonly tip: Tip
  readonly saving: Saving
  /** Why changes were refused, by control id. */
  readonly errors: Readonly<Record<string, string>>
  /** Whether another tab or request changed the basket; it must be reloaded before anything is saved. */
  readonly isChangedElsewhere: boolean
  readonly removed: {
    readonly id: string
    readonly item: NewItem | null
    readonly name: string
    readonly slug: string
  } | null
}

/** Returns the lines that the page shows, with unsaved changes and without those being removed. */
export const basketLinesOf = (state: Pick<BasketState, 'basket' | 'changes'>): BasketLine[] =>
  state.basket.items
    .map(({ taxAddress, ...item }) => ({
      ...item,
      taxAddress: fromWire(taxAddress),
      isRemoved: false,
      ...state.changes[item.id],
    }))
    .filter((line) => !line.isRemoved)

/** Returns the preferences that the page shows: typed ones, otherwise suggested ones, otherwise saved ones. */
export const preferencesOf = ({
  basket,
  suggested,
  preferences,
}: Pick<BasketState, 'basket' | 'suggested' | 'preferences'>): BasketPreferences => ({
  anonymous: suggested.anonymous ? { ...basket.anonymous, enabled: true } : basket.anonymous,
  newsletter: basket.newsletter || suggested.newsletter === true,
  currency: basket.currency,
  ...preferences,
})

/** Returns the typed preferences that differ from the saved ones, ignoring spaces around names. */
export function unsavedPreferences({
  basket,
  preferences,
}: Pick<BasketState, 'basket' | 'preferences'>): Partial<BasketPreferences> {
  const { newsletter, currency } = preferences
  // A hidden name isn't sent: an anonymous donor keeps the saved name, and an invalid one blocks nothing.
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

/** Returns the currency of this payment. */
export const currencyOf = ({ basket, preferences }: Pick<BasketState, 'basket' | 'preferences'>): Currency =>
  preferences.currency ?? basket.currency

/** Returns whether a control belongs to this line. */
export const isOfLine = (control: string, id: string): boolean => control.endsWith(id) || control.includes(`${id}-`)

/** Returns the saved amount of a line in minor units; zero if it isn't saved. */
export const storedAmount = ({ basket }: Pick<BasketState, 'basket'>, id: string): number =>
  basket.items.find((item) => item.id === id)?.amount ?? 0

/** Returns whether the donor deleted the amount of a saved line and typed no other yet. */
export const hasDeletedAmount = (state: Pick<BasketState, 'basket'>, line: BasketLine): boolean =>
  isMissingAmount(line) && storedAmount(state, line.id) > 0
