import { useState, useSyncExternalStore } from 'react'
import { readPendingRequest } from './pay.ts'

const unsubscribe = () => () => undefined

/** Returns whether this tab had a pending payment when the page loaded. False on the server. */
export function useHasPendingPayment(subject: string): boolean {
  const hasPending = useSyncExternalStore(
    unsubscribe,
    () => readPendingRequest(subject) !== undefined,
    () => false,
  )
  const [hadPending, setHadPending] = useState(false)
  // The stored request is deleted once it has an outcome, but the form must stay to show the message.
  if (hasPending && !hadPending) setHadPending(true)
  return hasPending || hadPending
}
