import { type ReactNode, useEffect, useReducer, useRef, useState } from 'react'
import { selectCarouselCards } from '#modules/causes/discovery/rules/carousel-cards.ts'
import { api } from '#web/lib/api.ts'
import { useText } from '#web/lib/text.tsx'
import { CampaignCard, type Card } from '../campaigns/campaign-card.tsx'
import { Carousel } from './carousel.tsx'
import { type FeaturedAction, type FeaturedState, loadFeatured, loading, reduceFeatured } from './featured-state.ts'
import { type OrganizationCard, OrganizationCards } from './organization-cards.tsx'

type FeaturedQuery = {
  readonly docType?: 'campaign'
  readonly limit?: number
  readonly offset?: number
  readonly adSpotType?: string
  /** Whether to include closed and ended ones. */
  readonly closed?: boolean
  readonly zakatVerified?: boolean
  /** Comma-separated ISO 3166-1 alpha-2 codes. */
  readonly countries?: string
}
type Props = { readonly label: string; readonly source: string; readonly query?: FeaturedQuery } & (
  | {
      readonly type: 'campaign'
      readonly look?: 'grid' | 'carousel'
      readonly sort?: 'featured' | 'newest' | 'ending'
      readonly action?: (card: Card) => ReactNode
    }
  | { readonly type: 'organization' }
)

/**
 * Featured fundraisers or charities, loaded shortly before they scroll into view (S1 §4): skeletons, cards, nothing, or
 * an error with a retry.
 */
export function FeaturedList(props: Props) {
  const t = useText()
  const [isSeen, place] = useSeen()
  const key = JSON.stringify([props.type, props.query, props.type === 'campaign' ? props.sort : ''])
  const [state, dispatch] = useReducer<
    FeaturedState<Card | OrganizationCard>,
    [FeaturedAction<Card | OrganizationCard>]
  >(reduceFeatured, loading)
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isSeen) return
    return loadFeatured<Card | OrganizationCard>(
      async (signal) =>
        props.type === 'campaign'
          ? (
              await api(
                'GET /v4/discovery/featured',
                { ...props.query, ...(props.sort ? { sort: props.sort } : {}) },
                { signal },
              )
            ).results
          : (await api('GET /v4/discovery/organizations', { ...props.query }, { signal })).results,
      dispatch,
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key holds every parameter of the request
  }, [isSeen, round, key])
  function again() {
    dispatch({ type: 'retry' })
    setRound(round + 1)
  }
  return (
    <div ref={place} className="featured-list" aria-busy={state.phase === 'loading'}>
      <FeaturedContent {...props} state={state} onAgain={again} />
      <noscript>
        <a href="/v4/discover">{t('featured.see-all')}</a>
      </noscript>
    </div>
  )
}

function FeaturedContent({
  state,
  onAgain,
  ...props
}: Props & { readonly state: FeaturedState<Card | OrganizationCard>; readonly onAgain: () => void }) {
  const t = useText()
  if (state.phase === 'loading')
    return (
      <div className="featured-skeletons no-script-hidden" role="status">
        <span className="visually-hidden">{t('featured.loading')}</span>
        {[1, 2, 3].map((value) => (
          <div
            key={value}
            className={`skeleton ${props.type === 'campaign' ? 'featured-skeleton' : 'featured-charity'}`}
            aria-hidden="true"
          />
        ))}
      </div>
    )
  if (state.phase === 'empty') return <p role="status">{t('featured.empty')}</p>
  if (state.phase === 'error')
    return (
      <div className="notice notice-problem stack" role="alert">
        <p>{t('featured.error')}</p>
        <button type="button" className="button button-quiet" onClick={onAgain}>
          {t('featured.again')}
        </button>
      </div>
    )
  if (props.type === 'organization')
    return <OrganizationCards cards={state.results as readonly OrganizationCard[]} source={props.source} />
  const isCarousel = props.look === 'carousel'
  const results = state.results as readonly Card[]
  const cards = isCarousel ? selectCarouselCards(results, props.query?.closed ?? false) : results
  if (cards.length === 0) return <p role="status">{t('featured.empty')}</p>
  const draw = (card: Card) => (
    <CampaignCard key={card.id} card={card} source={props.source} action={props.action?.(card)} />
  )
  return isCarousel ? (
    <Carousel label={props.label}>{cards.map(draw)}</Carousel>
  ) : (
    <div className="campaign-card-grid">{cards.map(draw)}</div>
  )
}

/** Returns whether an element has been near the viewport, to load only what is reached. */
function useSeen() {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '400px' },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [])
  return [isSeen, place] as const
}
