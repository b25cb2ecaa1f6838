import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/**
 * The Donate bar at the bottom of a phone's screen, shown once `of` has scrolled out of view. Hidden while the donor
 * types or is at the end of the page (content-12).
 */
export function DonateBar({
  form,
  children,
}: {
  readonly form: RefObject<HTMLElement | null>
  readonly children: ReactNode
}) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const root = document.documentElement
    const footer = document.querySelector('.site-footer')
    let [isAbove, isAtFoot] = [false, false]
    const show = () => {
      setShown(isAbove && !isAtFoot)
      // A focused element must not be hidden by the bar (WCAG 2.4.11).
      root.toggleAttribute('data-donate-bar', isAbove && !isAtFoot)
    }
    // Counts everything below the screen as visible, so that a jump past the form is noticed too.
    const formObserver = new IntersectionObserver(
      (entries) => {
        isAbove = !entries.at(-1)?.isIntersecting
        show()
      },
      { rootMargin: '0px 0px 1000000px 0px' },
    )
    const footerObserver = new IntersectionObserver((entries) => {
      isAtFoot = entries.at(-1)?.isIntersecting ?? false
      show()
    })
    if (form.current) formObserver.observe(form.current)
    if (footer) footerObserver.observe(footer)
    return () => {
      formObserver.disconnect()
      footerObserver.disconnect()
      root.removeAttribute('data-donate-bar')
    }
  }, [form])
  return (
    <div className="campaign-page-bar" data-shown={isShown}>
      {children}
    </div>
  )
}
