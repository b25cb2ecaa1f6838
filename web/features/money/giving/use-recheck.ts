import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { environment } from './pay.ts'

/**
 * Polls a payment with an unknown outcome, with increasing intervals, and revalidates the page's data once it is known.
 * Errors count as still pending.
 */
export function useRecheck(isPending: boolean, isStillPending: () => Promise<boolean>): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isPending) return
    let isGone = false
    void (async () => {
      for (let wait = 1500; ; wait = Math.min(wait * 1.5, 15_000)) {
        await environment.sleep(wait)
        if (isGone) return
        if (!(await isStillPending().catch(() => true))) return revalidate()
      }
    })()
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one loop while the payment is pending
  }, [isPending])
}
