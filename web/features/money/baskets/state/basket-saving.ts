import { type BasketData, isMissingAddress, isMissingAmount, type LineChange } from '../line/basket-line.ts'
import {
  type BasketPreferences,
  currencyOf,
  isOfLine,
  basketLinesOf,
  type BasketState,
  unsavedPreferences,
} from './basket-state.ts'
import { tippedOf, tipOfState } from './basket-tip.ts'

/** Returns the state as it can be saved: without lines that are incomplete or were refused. */
function savable(state: BasketState, basketData: BasketData): BasketState {
  const refused = Object.keys(state.errors)
  const changes = Object.fromEntries(
    linesToSave(state, basketData).filter(([id]) => !refused.some((control) => isOfLine(control, id))),
  )
  return { ...state, changes }
}

/** Returns the changes for the basket request; undefined if there are none. */
export function editOf(
  shown: BasketState,
  basketData: BasketData,
): (Partial<BasketPreferences> & { readonly tipAmount?: number }) | undefined {
  const state = savable(shown, basketData)
  const tip = Number(tipOfState(state, basketData).amount)
  // A percentage tip changes with the donations. Without donations to tip in the currency there is no tip to save.
  const isTipNew =
    state.tip.isChosen &&
    tippedOf(state, basketData).amount > 0n &&
    (tip !== state.basket.tipAmount || currencyOf(state) !== state.basket.currency)
  const edit = { ...unsavedPreferences(state), ...(isTipNew ? { tipAmount: tip } : {}) }
  return Object.keys(edit).length > 0 ? edit : undefined
}

/** Returns whether a change can be saved; lines without an amount or address can't yet. */
export const isUnsaved = (state: BasketState, basketData: BasketData): boolean =>
  linesToSave(state, basketData).length > 0 ||
  (basketLinesOf(state).length > 0 && editOf(state, basketData) !== undefined)

/** Returns the changed lines that can be saved: complete ones and removed ones. */
export const linesToSave = (state: BasketState, basketData: BasketData): [string, LineChange][] => {
  const lines = basketLinesOf(state)
  return Object.entries(state.changes).filter(([id, change]) => {
    const line = lines.find((candidate) => candidate.id === id)
    return change.isRemoved || (line !== undefined && !isMissingAmount(line) && !isMissingAddress(line, basketData))
  })
}
