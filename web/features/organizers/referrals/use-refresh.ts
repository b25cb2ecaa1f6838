import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** The refresh interval while the page is visible, in milliseconds (S1 §9). */
const refreshMs = 300_000
/** Data older than this is refreshed when the user returns to the page, in milliseconds (S1 §9). */
const staleMs = 600_000

/** Refreshes the page's data periodically. `loadedAt`: server time of the data; a change restarts the interval. */
export function useRefresh(loadedAt: string): void {
  const { revalidate } = useRevalidator()
  const readAt = useRef(0)
  useEffect(() => {
    // Measured with the browser's clock, because the server's may differ.
    readAt.current = Date.now()
  }, [loadedAt])
  useEffect(() => {
    const isSeen = () => document.visibilityState === 'visible'
    const timer = setInterval(() => {
      if (isSeen()) void revalidate()
    }, refreshMs)
    const onReturn = () => {
      if (isSeen() && Date.now() - readAt.current >= staleMs) void revalidate()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [revalidate])
}
