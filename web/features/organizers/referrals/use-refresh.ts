import { useEffect, useRef } from 'react'
import { useRevalidator } from 'react-router'

/** S1 §9: figures are read again this often while somebody looks, … */
const refreshMs = 300_000
/** … and when they come back to a page whose figures are older than this. */
const staleMs = 600_000

/**
 * Keeps what a page shows fresh. `loadedAt`: when the server read it, as it says itself; a change of it begins to count
 * anew.
 */
export function useRefresh(loadedAt: string): void {
  const { revalidate } = useRevalidator()
  const readAt = useRef(0)
  useEffect(() => {
    // By this browser's clock: the server's may be another.
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
