import { type MouseEvent, useState } from 'react'
import { useText } from '#web/lib/text.tsx'
import { SearchBox } from './search-box.tsx'

const Glass = () => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 20 20"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
  >
    <circle cx="8.5" cy="8.5" r="5.5" />
    <path d="M12.8 12.8L17 17" />
  </svg>
)

/**
 * The search in the header: a field, or on phones a button that opens it below; without JavaScript a link to the search
 * page.
 */
export function HeaderSearch() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  function open(event: MouseEvent) {
    event.preventDefault()
    setOpen(!isOpen)
    if (!isOpen) requestAnimationFrame(() => document.getElementById('site-q')?.focus())
  }
  return (
    <>
      <a href="/v4/discover" className="site-search-open" aria-expanded={isOpen} onClick={open}>
        <Glass />
        <span className="visually-hidden">{t('search.button')}</span>
      </a>
      <div className="site-search" data-open={isOpen}>
        <SearchBox
          id="site-q"
          label={t('search.hint')}
          placeholder={t('search.hint')}
          button={
            <button className="icon-button" aria-label={t('search.button')}>
              <Glass />
            </button>
          }
        />
      </div>
    </>
  )
}
