import { type RefObject, useEffect, useRef } from 'react'
import { createShownClock, type Verdict } from './shown-clock.ts'

/** Types of IntersectionObserver v2, which TypeScript's DOM library lacks. */
type VisibilityOptions = IntersectionObserverInit & { readonly trackVisibility: true; readonly delay: number }
type VisibilityEntry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/**
 * Watches whether the form is visible and, in browsers that support it, whether the embedding page covers its button.
 * Returns a function that gives the current verdict. The same check runs on the form's own page.
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
      // A button outside the viewport can't be clicked, so only a visible one can be covered.
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
