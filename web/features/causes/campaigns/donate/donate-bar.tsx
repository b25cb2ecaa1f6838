import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/**
 * Stays at the foot of a phone's screen once `of` has left it above; away while somebody types or is at the foot of the
 * page (content-12).
 */
export function DonateBar({
  of,
  children,
}: {
  readonly of: RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const root = document.documentElement
    const footer = document.querySelector('.site-footer')
    let [isAbove, isAtFoot] = [false, false]
    const seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting, boundingClientRect } of entries)
        if (target === footer) isAtFoot = isIntersecting
        else isAbove = !isIntersecting && boundingClientRect.top < 0
      setShown(isAbove && !isAtFoot)
      // What gets the focus must not lie under the bar (WCAG 2.4.11).
      root.toggleAttribute('data-donate-bar', isAbove && !isAtFoot)
    })
    for (const each of [of.current, footer]) if (each) seen.observe(each)
    return () => {
      seen.disconnect()
      root.removeAttribute('data-donate-bar')
    }
  }, [of])
  return (
    <div className="campaign-page-bar" data-shown={isShown}>
      {children}
    </div>
  )
}
