import { useEffect, useRef, useState } from 'react'
import { useText } from '../../lib/text.tsx'
import { useFilling } from './known.ts'

/** The way to the basket, with how many gifts are in it; a change is announced, what stood there before is not. */
export function BasketLink() {
  const t = useText()
  const count = useFilling()?.count ?? 0
  const before = useRef(count)
  const [news, setNews] = useState('')
  useEffect(() => {
    if (before.current === count) return
    before.current = count
    // What changed outside is told here, to whoever does not see the number.
    // oxlint-disable-next-line react/set-state-in-effect
    setNews(count === 0 ? t('shell.basket-empty') : t('shell.basket-now', { count }))
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [count])
  return (
    <>
      <a href="/v4/basket" className="basket-link">
        <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="1.8">
          <path d="M3 9h18l-1.8 10.2a2 2 0 0 1-2 1.8H6.8a2 2 0 0 1-2-1.8zM8 9l3-6M16 9l-3-6" strokeLinejoin="round" strokeLinecap="round" />
        </svg>
        <span className="basket-word">{t('shell.basket')}</span>
        {count > 0 ? (
          <>
            <span className="basket-count num" aria-hidden="true">
              {count}
            </span>
            <span className="visually-hidden">{t('shell.basket-count', { count })}</span>
          </>
        ) : null}
      </a>
      <span className="visually-hidden" aria-live="polite" role={news ? 'status' : undefined}>
        {news}
      </span>
    </>
  )
}
