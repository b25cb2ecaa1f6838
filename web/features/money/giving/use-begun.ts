import { useState, useSyncExternalStore } from 'react'
import { readPendingRequest } from './pay.ts'

const unsubscribe = () => () => undefined

/** Returns whether this tab had a pending payment when the page loaded. False on the server. */
export function useBegun(subject: string): boolean {
  const isBegun = useSyncExternalStore(
    unsubscribe,
    () => readPendingRequest(subject) !== undefined,
    () => false,
  )
  const [wasBegun, setBegun] = useState(false)
  // The stored request is deleted once it has an outcome, but the form must stay to show the message.
  if (isBegun && !wasBegun) setBegun(true)
  return isBegun || wasBegun
}
