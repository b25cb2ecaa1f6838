import { type RefObject, useEffect, useRef } from 'react'
import { createShownClock, type Verdict } from './shown-clock.ts'

/** What browsers with version 2 of IntersectionObserver add. */
type VisibilityOptions = IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number }
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Watches whether the form is in sight, and whether something of the page around covers its button where the browser
 * can tell; returns the verdict of now. The whole page in a window of its own is watched the same way.
 */
export function usePayGuard(form: RefObject<HTMLElement | null>): () => Verdict {
  const clock = useRef<ReturnType<typeof createShownClock>>(undefined)
  clock.current ??= createShownClock()
  useEffect(() => {
    const observe = (change: { isShown?: boolean; isCovered?: boolean }) =>
      clock.current?.observe(performance.now(), change)
    let isInSight = false
    const tell = () => observe({ isShown: isInSight && document.visibilityState === 'visible' })
    const sight = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting ?? false
      tell()
    })
    const options: VisibilityOptions = { trackVisibility: true, delay: 100 }
    const cover = new IntersectionObserver((entries) => {
      const entry = entries.at(-1) as VisibilityEntry | undefined
      // Elsewhere it is not known, and a button out of sight can't be pressed by a pointer.
      observe({ isCovered: entry?.isIntersecting === true && entry.isVisible === false })
    }, options)
    if (form.current) sight.observe(form.current)
    const button = form.current?.querySelector('#total')
    if (button && 'trackVisibility' in cover) cover.observe(button)
    document.addEventListener('visibilitychange', tell)
    return () => {
      sight.disconnect()
      cover.disconnect()
      document.removeEventListener('visibilitychange', tell)
    }
  }, [form])
  return () => clock.current?.verdict(performance.now()) ?? 'early'
}
