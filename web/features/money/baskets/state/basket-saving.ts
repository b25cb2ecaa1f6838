import { type BasketData, lacksAddress, lacksAmount, type LineChange } from '../line/basket-line.ts'
import {
  type BasketPreferences,
  currencyOf,
  isOfLine,
  linesOf,
  type State,
  unsavedPreferences,
} from './basket-state.ts'
import { tippedOf, tipOfState } from './basket-tip.ts'

/** As it will be stored: without the changes of lines that wait for the donor, or were refused as they are. */
function savable(state: State, basketData: BasketData): State {
  const refused = Object.keys(state.errors)
  const changes = Object.fromEntries(
    linesToSave(state, basketData).filter(([id]) => !refused.some((control) => isOfLine(control, id))),
  )
  return { ...state, changes }
}

/** Returns what the basket call still has to save; undefined: nothing. */
export function editOf(
  shown: State,
  basketData: BasketData,
): (Partial<BasketPreferences> & { readonly tipAmount?: number }) | undefined {
  const state = savable(shown, basketData)
  const tip = Number(tipOfState(state, basketData).amount)
  // A share follows the gifts, so it changes with them; in a currency without gifts to tip there is nothing to say.
  const isTipNew =
    state.tip.isChosen &&
    tippedOf(state, basketData).amount > 0n &&
    (tip !== state.basket.tipAmount || currencyOf(state) !== state.basket.currency)
  const edit = { ...unsavedPreferences(state), ...(isTipNew ? { tipAmount: tip } : {}) }
  return Object.keys(edit).length > 0 ? edit : undefined
}

/** Whether something waits to be saved; a line that lacks its amount or its address waits for the donor. */
export const isUnsaved = (state: State, basketData: BasketData): boolean =>
  linesToSave(state, basketData).length > 0 || (linesOf(state).length > 0 && editOf(state, basketData) !== undefined)

/** Returns the changed lines that can be saved: each has its amount and its address, or is removed. */
export const linesToSave = (state: State, basketData: BasketData): [string, LineChange][] => {
  const lines = linesOf(state)
  return Object.entries(state.changes).filter(([id, change]) => {
    const line = lines.find((candidate) => candidate.id === id)
    return change.isRemoved || (line !== undefined && !lacksAmount(line) && !lacksAddress(line, basketData))
  })
}
