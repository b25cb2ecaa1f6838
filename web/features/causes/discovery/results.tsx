import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  toSearchParameters,
  countOf,
  type Filters,
  noFilters,
  resultsPerPage,
} from '#modules/causes/discovery/rules/filters.ts'
import { api } from '#web/lib/api.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CampaignCard, type Card } from '../campaigns/campaign-card.tsx'
import { discoverAddress } from './addresses.ts'

type Parts = {
  readonly corner: (card: Card, isAdded: boolean) => ReactNode
  readonly action: (card: Card) => ReactNode
}
type Props = Parts & {
  readonly filters: Filters
  /** Causes with open campaigns, for a search without results. */
  readonly causes: readonly { readonly code: string; readonly name: string }[]
  readonly results: readonly Card[]
  readonly favourites: readonly string[]
  /** Offset of the next results; `null` if there are no more. */
  readonly next: number | null
}

/** Search results. A click adds the next twenty-four; without JavaScript they are on their own page. */
export function Results({ filters, causes, results, favourites, next, corner, action }: Props) {
  const t = useText()
  const isSignedIn = useFrame()?.viewer.isSignedIn ?? false
  const grid = useRef<HTMLDivElement>(null)
  const [more, setMore] = useState<{ cards: readonly Card[]; favourites: readonly string[]; next: number | null }>({
    cards: [],
    favourites,
    next,
  })
  const [phase, setPhase] = useState<'idle' | 'busy' | 'failed'>('idle')
  const [text, setSaid] = useState('')
  const cards = [...results, ...more.cards]
  /** Offset of the last requested results: the focus moves there once they are rendered. */
  const focusFrom = useRef<number>(undefined)
  useEffect(() => {
    if (focusFrom.current !== undefined)
      grid.current?.querySelectorAll<HTMLElement>('.campaign-card h3 a')[focusFrom.current]?.focus()
    focusFrom.current = undefined
  }, [more.cards])
  async function showMore(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
    event.preventDefault()
    if (phase === 'busy' || more.next === null) return
    setPhase('busy')
    setSaid('')
    try {
      const page = await api('GET /v4/discovery/cards', {
        ...toSearchParameters(filters),
        limit: resultsPerPage,
        offset: more.next,
      })
      // New fundraisers may have shifted the offset, so duplicates are removed.
      const fresh = page.results.filter((card) => !cards.some((shown) => shown.id === card.id))
      const added =
        isSignedIn && fresh.length > 0
          ? await api('GET /api/user/favorites', { ids: fresh.map((card) => card.id).join(',') })
          : []
      focusFrom.current = cards.length
      setMore({ cards: [...more.cards, ...fresh], favourites: [...more.favourites, ...added], next: page.next })
      setPhase('idle')
      setSaid(t('discover.shown-more', { count: fresh.length }))
    } catch {
      setPhase('failed')
    }
  }
  if (cards.length === 0)
    return (
      <EmptyState title={t('discover.empty')}>
        {countOf(filters) > 0 || filters.q !== '' ? (
          <>
            <p className="quiet">{t('discover.empty-hint')}</p>
            {causes.length > 0 ? (
              <nav aria-label={t('discover.causes')} className="stack">
                <p className="strong">{t('discover.empty-causes')}</p>
                <ul className="discover-chips discover-causes">
                  {causes.map(({ code, name }) => (
                    <li key={code}>
                      <a
                        className="discover-chip"
                        href={discoverAddress({ ...noFilters, categories: [code as Filters['categories'][number]] })}
                      >
                        {name}
                      </a>
                    </li>
                  ))}
                </ul>
              </nav>
            ) : null}
            <p>
              <a className="button button-quiet" href="/v4/discover">
                {t('discover.empty-all')}
              </a>
            </p>
          </>
        ) : null}
      </EmptyState>
    )
  return (
    <>
      <div className="campaign-card-grid campaign-list-grid" ref={grid}>
        {cards.map((card, index) => (
          <CampaignCard
            key={card.id}
            card={card}
            source="discover"
            place={index}
            corner={corner(card, more.favourites.includes(card.id))}
            action={action(card)}
          />
        ))}
      </div>
      <p role="status" className="visually-hidden">
        {text}
      </p>
      {phase === 'failed' ? (
        <p role="alert" className="notice notice-problem">
          {t('discover.more-failed')}
        </p>
      ) : null}
      {more.next === null ? null : (
        <p className="discover-more">
          <a
            className="button button-quiet"
            href={discoverAddress(filters, more.next)}
            aria-busy={phase === 'busy' || undefined}
            onClick={(event) => void showMore(event)}
          >
            {t('discover.more')}
          </a>
        </p>
      )}
    </>
  )
}
