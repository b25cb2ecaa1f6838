import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/** Stays at the foot of a phone's screen once `of` has left it above; away while somebody types (experience.md 1.6). */
export function DonateBar({ of, children }: { readonly of: RefObject<HTMLElement | null>; readonly children: ReactNode }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const root = document.documentElement
    const seen = new IntersectionObserver(([entry]) => {
      const isAbove = entry ? !entry.isIntersecting && entry.boundingClientRect.top < 0 : false
      setShown(isAbove)
      // What gets the focus must not lie under the bar (WCAG 2.4.11).
      root.toggleAttribute('data-donate-bar', isAbove)
    })
    if (of.current) seen.observe(of.current)
    return () => {
      seen.disconnect()
      root.removeAttribute('data-donate-bar')
    }
  }, [of])
  return (
    <div className="donate-bar" data-shown={isShown}>
      {children}
    </div>
  )
}
