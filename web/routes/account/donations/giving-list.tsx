import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/favourites/styles/heart.css'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { Heart } from '#web/features/causes/favourites/heart.tsx'
import { requireSignIn } from '#web/lib/access.ts'
import { useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/giving-list'

export function loader({ context, request }: Route.LoaderArgs) {
  const { api, viewer } = context.get(renderContext)
  requireSignIn(viewer, request)
  const before = new URL(request.url).searchParams.get('before')
  return api('GET /v4/account/giving-list', before ? { before: before.slice(0, 40) } : {})
}

export default function GivingList({ loaderData }: Route.ComponentProps) {
  const t = useText()
  return (
    <>
      <title>{t('giving-list.title')}</title>
      <div className="stack">
        <h1>{t('giving-list.title')}</h1>
        <p className="quiet">{t('giving-list.lead')}</p>
      </div>
      {loaderData.campaigns.length === 0 ? (
        <EmptyState title={t('giving-list.empty')}>
          <p className="quiet">{t('giving-list.empty-text')}</p>
          <p>
            <a className="button button-primary" href="/v4/discover">
              {t('giving-list.find')}
            </a>
          </p>
        </EmptyState>
      ) : null}
      <div className="campaign-card-grid">
        {loaderData.campaigns.map((card) => (
          <CampaignCard
            key={card.id}
            card={card}
            source="giving-list"
            corner={<Heart campaignId={card.id} name={card.name} isAdded />}
            action={<AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source="giving-list" isWide />}
          />
        ))}
      </div>
      {loaderData.next ? (
        <p>
          <a
            className="button button-quiet"
            href={`/account/giving-list?before=${encodeURIComponent(loaderData.next)}`}
          >
            {t('donations.older')}
          </a>
        </p>
      ) : null}
    </>
  )
}
