import { Children, type ReactNode, useEffect, useRef, useState } from 'react'
import { useText } from '#web/lib/text.tsx'

/**
 * Carousel: one item per view on a narrow page, 45 % and 33 % wide on larger ones (S1 §9). Moves by swipe, arrow keys
 * while focused, and buttons; never by itself.
 */
export function Carousel({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const t = useText()
  const track = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ isFirst: true, isLast: false })
  useEffect(() => {
    const list = track.current
    if (!list) return
    const look = () => {
      // In right-to-left pages scrollLeft is negative.
      const gone = Math.abs(list.scrollLeft)
      setEnds({ isFirst: gone < 2, isLast: gone > list.scrollWidth - list.clientWidth - 2 })
    }
    look()
    list.addEventListener('scroll', look, { passive: true })
    const sizes = new ResizeObserver(look)
    sizes.observe(list)
    return () => {
      list.removeEventListener('scroll', look)
      sizes.disconnect()
    }
  }, [children])
  function move(by: 1 | -1) {
    const list = track.current
    const one = list?.firstElementChild?.getBoundingClientRect().width
    if (!list || !one) return
    const forwards = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    list.scrollBy({ left: by * forwards * one * Math.max(1, Math.floor(list.clientWidth / one)) })
  }
  return (
    <div className="featured-carousel" role="group" aria-label={label}>
      <ul className="featured-track" ref={track}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ul>
      <div className="featured-arrows no-script-hidden">
        {([-1, 1] as const).map((by) => (
          <button
            key={by}
            type="button"
            className="icon-button featured-arrow"
            aria-label={t(by < 0 ? 'carousel.previous' : 'carousel.next')}
            aria-disabled={(by < 0 ? ends.isFirst : ends.isLast) || undefined}
            onClick={() => move(by)}
          >
            <svg
              width="20"
              height="20"
              viewBox="0 0 20 20"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              strokeLinecap="round"
            >
              <path d={by < 0 ? 'M12.5 4L6.5 10l6 6' : 'M7.5 4l6 6-6 6'} />
            </svg>
          </button>
        ))}
      </div>
    </div>
  )
}
