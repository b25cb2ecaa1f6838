import './styles/search-list.css'
import { type InputHTMLAttributes, useEffect, useState } from 'react'
import type { ProductContract } from '#modules/contract.ts'
import type { OutputOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import type { Catalogue } from '#shared/text.ts'
import { MoreTexts, useLocale, useText } from '#web/lib/text.tsx'

type Suggestion = OutputOf<ProductContract, 'GET /v4/discovery/suggestions'>['suggestions'][number]
export type SuggestionsProps = {
  /** Id of the search field. */
  readonly id: string
  readonly typed: string
  /** Passes the combobox attributes for the field. */
  readonly onAttributes: (attributes: InputHTMLAttributes<HTMLInputElement>) => void
}

const waitMs = 200
const textMin = 2

const hrefs: Readonly<Record<Suggestion['kind'], (value: string) => string>> = {
  campaign: (value) => `/v4/campaign/${value}`,
  charity: (value) => `/v4/campaign/${value}`,
  cause: (value) => `/v4/discover?category=${value}`,
  country: (value) => `/v4/discover?country=${value}`,
}
const hrefOf = ({ kind, value }: Suggestion): string => hrefs[kind](encodeURIComponent(value))

/** Texts loaded with the suggestions, not with every page. */
const files = import.meta.glob<Catalogue>('../../../../locales/*/causes/suggestions.json', {
  eager: true,
  import: 'default',
})

export function Suggestions(props: SuggestionsProps) {
  const locale = useLocale()
  return (
    <MoreTexts value={files[`../../../../locales/${locale}/causes/suggestions.json`] ?? {}}>
      <SuggestionList {...props} />
    </MoreTexts>
  )
}

/**
 * Suggestions for the search field, as an ARIA combobox: the focus stays in the field, arrow keys move, Enter opens the
 * suggestion or searches, Escape closes. Requested 200 ms after the last keystroke, from two letters on.
 */
function SuggestionList({ id, typed, onAttributes }: SuggestionsProps) {
  const t = useText()
  const [found, setFound] = useState<readonly Suggestion[]>([])
  const [active, setActive] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const isListed = isOpen && found.length > 0
  const listId = `${id}-suggestions`
  useEffect(() => {
    const text = typed.trim()
    const stopped = new AbortController()
    const timer = setTimeout(() => {
      if ([...text].length < textMin) return setFound([])
      api('GET /v4/discovery/suggestions', { q: text }, { signal: stopped.signal }).then(
        ({ suggestions }) => {
          setFound(suggestions)
          setActive(-1)
          setOpen(document.activeElement?.id === id)
        },
        // Search works without suggestions.
        () => (stopped.signal.aborted ? undefined : setFound([])),
      )
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stopped.abort()
    }
  }, [typed, id])
  useEffect(() => {
    onAttributes({
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isListed,
      'aria-controls': listId,
      'aria-activedescendant': isListed && active >= 0 ? `${listId}-${active}` : undefined,
      onBlur: () => setOpen(false),
      onKeyDown: (event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
        const chosen = isListed ? found[active] : undefined
        if (step !== 0 && found.length > 0) {
          event.preventDefault()
          setOpen(true)
          // Moving before the first or after the last selects the typed text.
          const places = found.length + 1
          setActive(((active + 1 + step + places) % places) - 1)
        } else if (event.key === 'Enter' && chosen) {
          event.preventDefault()
          location.assign(hrefOf(chosen))
        } else if (event.key === 'Escape' && isListed) {
          event.preventDefault()
          setOpen(false)
        }
      },
    })
  }, [onAttributes, isListed, active, listId, found])
  return (
    <>
      <div id={listId} role="listbox" aria-label={t('search.suggestions')} hidden={!isListed} className="search-list">
        {found.map((suggestion, index) => (
          // The field has the focus, and its keys do the same as a click.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={`${suggestion.kind} ${suggestion.value}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => location.assign(hrefOf(suggestion))}
          >
            <bdi lang={suggestion.kind === 'campaign' ? suggestion.language : undefined}>{suggestion.label}</bdi>{' '}
            <span className="quiet small">
              {suggestion.kind === 'campaign' ? (
                <bdi>{suggestion.charity}</bdi>
              ) : (
                t(`search.suggestion-${suggestion.kind}`)
              )}
            </span>
          </div>
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {isListed ? t('search.suggestions-found', { count: found.length }) : ''}
      </p>
    </>
  )
}
