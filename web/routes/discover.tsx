import '../styles/addresses.css'
import '../styles/baskets.css'
import '../styles/campaigns.css'
import '../styles/favourites.css'
import { renderContext } from '#server/render-context.ts'
import { AddToBasket } from '../features/baskets/add-to-basket.tsx'
import { CampaignCard } from '../features/campaigns/campaign-card.tsx'
import { Heart } from '../features/favourites/heart.tsx'
import { favouritesOf } from '../lib/favourites.ts'
import { useText } from '../lib/text.tsx'
import { EmptyState } from '../ui/small-parts.tsx'
import type { Route } from './+types/discover'

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const before = query.get('before')
  const country = query.get('country')
  const frame = context.get(renderContext)
  const list = await frame.api('GET /v4/campaigns', {
    limit: 24,
    ...(before && /^\d{1,18}$/.test(before) ? { before } : {}),
    ...(country && /^[A-Z]{2}$/.test(country) ? { country } : {}),
  })
  return {
    ...list,
    favourites: await favouritesOf(
      frame,
      list.campaigns.map((card) => card.id),
    ),
  }
}

export default function Discover({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <div className="page">
      <title>{t('discover.title')}</title>
      <meta name="description" content={t('discover.lead')} />
      <div className="section-head">
        <div>
          <h1>{t('discover.title')}</h1>
          <p className="quiet">{t('discover.lead')}</p>
        </div>
      </div>
      {loaderData.campaigns.length === 0 ? <EmptyState title={t('discover.empty')} /> : null}
      <div className="campaign-grid">
        {loaderData.campaigns.map((card, index) => (
          <CampaignCard
            key={card.id}
            card={card}
            source="discover"
            isFirst={index < 3}
            corner={<Heart campaignId={card.id} name={card.name} isAdded={loaderData.favourites.includes(card.id)} />}
            action={<AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source="discover" isWide />}
          />
        ))}
      </div>
      {loaderData.next ? (
        <p className="empty">
          <a className="button button-quiet" href={`/v4/discover?before=${encodeURIComponent(loaderData.next)}`}>
            {t('discover.more')}
          </a>
        </p>
      ) : null}
    </div>
  )
}
