import { useState, useSyncExternalStore } from 'react'

type Marked = { readonly given?: string } | null
const historyState = () => history.state as Marked

/** Marks this entry of the browser's history as paid, so that Back shows what was given instead of an empty form. */
export const markGiven = (intentId: string): void => history.replaceState({ ...historyState(), given: intentId }, '')

const unsubscribe = () => () => undefined

/**
 * Returns the payment that was made on this entry of the browser's history, and a function that clears the mark. Undefined on
 * the server.
 */
export function useGivenBefore(): [intentId: string | undefined, clear: () => void] {
  const marked = useSyncExternalStore(
    unsubscribe,
    () => historyState()?.given,
    () => undefined,
  )
  const [isCleared, setCleared] = useState(false)
  const clear = () => {
    history.replaceState({ ...historyState(), given: undefined }, '')
    setCleared(true)
  }
  return [isCleared ? undefined : marked, clear]
}
