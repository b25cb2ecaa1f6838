import { useState, useSyncExternalStore } from 'react'
import { readPendingRequest } from './pay.ts'

const unsubscribe = () => () => undefined

/**
 * Whether a payment was begun in this tab and had no end yet when the page came alive: its form knows how to ask. Never
 * on the server.
 */
export function useBegun(subject: string): boolean {
  const isBegun = useSyncExternalStore(
    unsubscribe,
    () => readPendingRequest(subject) !== undefined,
    () => false,
  )
  const [wasBegun, setBegun] = useState(false)
  // Once it has a result nothing is stored, and the form stays with its message.
  if (isBegun && !wasBegun) setBegun(true)
  return isBegun || wasBegun
}
