import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** S1 §9: figures are refreshed this often while the page is visible, … */
const refreshMs = 300_000
/** … and on return to a page whose figures are older than this. */
const staleMs = 600_000

/** Refreshes a page. `loadedAt`: server time of its data; a change restarts the interval. */
export function useRefresh(loadedAt: string): void {
  const { revalidate } = useRevalidator()
  const readAt = useRef(0)
  useEffect(() => {
    // By this browser's clock, since the server's may differ.
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
