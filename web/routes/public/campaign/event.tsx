import { dateTimeFormat } from '#shared/formats.ts'
import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign-list.css'
import '#web/features/causes/discovery/styles/discover.css'
import '#web/features/causes/favourites/styles/heart.css'
import '#web/features/causes/discovery/styles/organization.css'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { Heart } from '#web/features/causes/favourites/heart.tsx'
import { findOr404 } from '#web/lib/find-or-404.ts'
import { loadFavourites } from '#web/lib/favourites.ts'
import { dateTag } from '#shared/text.ts'
import { useLocale, useText } from '#web/lib/text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Route } from './+types/event'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'causes/home',
  'causes/campaigns',
  'causes/causes',
  'causes/discovery',
  'recurring/programmes',
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  return findOr404(async () => {
    const event = await frame.api('GET /v4/events/by-slug/:slug', { slug: params.slug })
    return {
      event,
      favourites: await loadFavourites(
        frame,
        event.campaigns.map((card) => card.id),
      ),
    }
  })
}

/** The fundraisers of an event. */
export default function Event({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const locale = useLocale()
  const { event, favourites } = loaderData
  const isArabic = locale === 'ar'
  const title = (isArabic && event.titleAr) || event.title
  const about = (isArabic && event.aboutAr) || event.about
  const days = dateTimeFormat(dateTag(locale), { dateStyle: 'long', timeZone: 'UTC' })
  const dayOf = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
  return (
    <div className="page stack-lg">
      <title>{title}</title>
      <meta name="description" content={about || title} />
      <header className="stack">
        <h1 dir="auto">{title}</h1>
        <p className="quiet">
          {event.startsOn === event.endsOn
            ? dayOf(event.startsOn)
            : t('event.from-to', { from: dayOf(event.startsOn), to: dayOf(event.endsOn) })}
        </p>
        {about ? (
          <p className="discover-event" dir="auto">
            {about}
          </p>
        ) : null}
      </header>
      {event.campaigns.length === 0 ? (
        <EmptyState title={t('discover.empty')} />
      ) : (
        <>
          <p className="strong">{t('event.count', { count: event.campaigns.length })}</p>
          <div className="campaign-card-grid campaign-list-grid">
            {event.campaigns.map((card, index) => (
              <CampaignCard
                key={card.id}
                card={card}
                source="event"
                place={index}
                corner={<Heart campaignId={card.id} name={card.name} isAdded={favourites.includes(card.id)} />}
                action={<AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source="event" isWide />}
              />
            ))}
          </div>
        </>
      )}
    </div>
  )
}
