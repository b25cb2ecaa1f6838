import { useText } from '#web/lib/text.tsx'
import { useActiveBasket } from './basket-channel.ts'

/**
 * The link to the basket with the number of donations in it. It isn't a live region: the action that changes the number
 * announces it (WCAG 4.1.3).
 */
export function BasketLink() {
  const t = useText()
  const count = useActiveBasket()?.count ?? 0
  return (
    <a href="/v4/basket" className="site-basket">
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
      >
        <path
          d="M3 9h18l-1.8 10.2a2 2 0 0 1-2 1.8H6.8a2 2 0 0 1-2-1.8zM8 9l3-6M16 9l-3-6"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <span className="site-basket-word">{t('shell.basket')}</span>
      {count > 0 ? (
        <>
          <span className="site-basket-count num" aria-hidden="true">
            {count}
          </span>
          <span className="visually-hidden">{t('shell.basket-count', { count })}</span>
        </>
      ) : null}
    </a>
  )
}
