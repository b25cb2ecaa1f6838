import { useState, useSyncExternalStore } from 'react'
import { keptPress } from './pay.ts'

const neverTold = () => () => undefined

/**
 * Whether a payment was begun in this tab and had no end yet when the page came alive: its form knows how to ask. Never
 * on the server.
 */
export function useBegun(subject: string): boolean {
  const isBegun = useSyncExternalStore(
    neverTold,
    () => keptPress(subject) !== undefined,
    () => false,
  )
  const [wasBegun, setBegun] = useState(false)
  // Once it has its end nothing is kept any more, and the form stays with what it says of that.
  if (isBegun && !wasBegun) setBegun(true)
  return isBegun || wasBegun
}
