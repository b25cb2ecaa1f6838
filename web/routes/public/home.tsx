import '#web/features/causes/discovery/styles/home.css'
import '#web/features/causes/campaigns/styles/section.css'
import '#web/features/causes/campaigns/styles/campaign-card.css'
import '#web/features/causes/campaigns/styles/campaign-list.css'
import '#web/features/causes/discovery/styles/featured.css'
import '#web/features/causes/favourites/styles/heart.css'
import '#web/features/causes/discovery/styles/organization.css'
import '#web/features/recurring/subscriptions/programme.css'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '#web/features/money/baskets/add-to-basket.tsx'
import { CampaignCard } from '#web/features/causes/campaigns/campaign-card.tsx'
import { FeaturedList } from '#web/features/causes/discovery/featured-list.tsx'
import { LiveCampaign } from '#web/features/causes/discovery/live-campaign.tsx'
import { OrganizationCards } from '#web/features/causes/discovery/organization-cards.tsx'
import { PlatformFigures } from '#web/features/causes/discovery/platform-figures.tsx'
import { Heart } from '#web/features/causes/favourites/heart.tsx'
import { ProgrammeCards } from '#web/features/recurring/subscriptions/wizard/programme-cards.tsx'
import { loadFavourites } from '#web/lib/favourites.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { programmesOf } from '../plans/programmes.ts'
import { useFrame, useText } from '#web/lib/text.tsx'
import type { Route } from './+types/home'
import type { Namespaces } from '#web/lib/namespace-lists.ts'

export const namespaces: Namespaces = [
  'causes/home',
  'causes/campaigns',
  'causes/causes',
  'causes/discovery',
  'recurring/programmes',
]

export async function loader({ context }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const [{ results: campaigns }, charities, offers, figures] = await Promise.all([
    frame.api('GET /v4/discovery/featured', { limit: 7, adSpotType: 'home' }),
    frame.api('GET /v4/discovery/organizations', { limit: 12 }),
    programmesOf(frame),
    frame.api('GET /v4/discovery/figures', frame.currency ? { currency: frame.currency } : {}),
  ])
  const [live, ...featured] = campaigns
  return {
    live,
    campaigns: featured,
    figures,
    charities: charities.results,
    programmes: offers.filter(({ signedUp }) => !signedUp),
    favourites: await loadFavourites(
      frame,
      featured.map((card) => card.id),
    ),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const frame = useFrame()
  const hasCampaigns = loaderData.live !== undefined
  return (
    <div className="page">
      <title>{`${frame?.productName ?? ''} – ${t('home.title')}`}</title>
      <meta name="description" content={t('home.lead')} />
      <meta property="og:title" content={t('home.title')} />
      <meta property="og:description" content={t('home.lead')} />
      <section className="home-hero">
        <div>
          <h1>{t('home.title')}</h1>
          <p>{t('home.lead')}</p>
          <div className="button-row">
            <a className="button button-primary" href="/v4/discover">
              {t('home.start')}
            </a>
            {frame?.isZakatHomeOn ? (
              <a className="button button-quiet" href="/v4/zakat">
                {t('shell.zakat')}
              </a>
            ) : null}
            <a className="button button-quiet" href="/v4/qurbani">
              {t('shell.qurbani')}
            </a>
          </div>
        </div>
        {loaderData.live ? <LiveCampaign card={loaderData.live} source="home" /> : null}
      </section>
      {loaderData.figures.donations > 0 ? <PlatformFigures figures={loaderData.figures} /> : null}
      <Trust />
      <section className="section" aria-labelledby="featured">
        <div className="section-head">
          <h2 id="featured">{t('home.featured')}</h2>
          {hasCampaigns ? <a href="/v4/discover">{t('home.all')}</a> : null}
        </div>
        {hasCampaigns ? (
          <div className="campaign-card-grid campaign-list-grid">
            {loaderData.campaigns.map((card) => (
              <CampaignCard
                key={card.id}
                card={card}
                source="home"
                corner={
                  <Heart campaignId={card.id} name={card.name} isAdded={loaderData.favourites.includes(card.id)} />
                }
                action={<AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source="home" isWide />}
              />
            ))}
          </div>
        ) : (
          <EmptyState title={t('home.none')}>
            <p className="quiet">{t('home.none-text')}</p>
            <p>
              <a className="button button-quiet" href="/organize/new">
                {t('home.begin')}
              </a>
            </p>
          </EmptyState>
        )}
      </section>
      {loaderData.programmes.length > 0 ? (
        <section className="section" aria-labelledby="programmes">
          <div className="section-head">
            <h2 id="programmes">{t('programme.index-title')}</h2>
            <a href="/scheduled-giving">{t('programme.all-programmes')}</a>
          </div>
          <ProgrammeCards offers={loaderData.programmes} source="home" />
        </section>
      ) : null}
      {hasCampaigns ? (
        <section className="section" aria-labelledby="ending">
          <div className="section-head">
            <h2 id="ending">{t('featured.ending')}</h2>
            <a href="/v4/discover?sort=ending">{t('featured.see-all')}</a>
          </div>
          <FeaturedList
            type="campaign"
            look="carousel"
            sort="ending"
            label={t('featured.ending')}
            source="home-ending"
            query={{ limit: 9, adSpotType: 'home' }}
          />
        </section>
      ) : null}
      {loaderData.charities.length > 0 ? (
        <section className="section" aria-labelledby="charities">
          <div className="section-head">
            <h2 id="charities">{t('featured.charities')}</h2>
          </div>
          <OrganizationCards cards={loaderData.charities} source="home" />
        </section>
      ) : null}
      <figure className="home-ayah section">
        <blockquote lang="ar" dir="rtl">
          {t('home.ayah')}
        </blockquote>
        <figcaption>{t('home.ayah-source')}</figcaption>
      </figure>
      <section className="section" aria-labelledby="how">
        <h2 id="how">{t('home.how')}</h2>
        <ol className="home-steps">
          {([1, 2, 3] as const).map((step) => (
            <li key={step}>
              <h3>{t(`home.how-${step}`)}</h3>
              <p className="quiet">{t(`home.how-${step}-text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  )
}

const promises = ['charities', 'zakat', 'once', 'receipt'] as const

/** Reasons to trust the platform, each in one sentence. */
function Trust() {
  const t = useText()
  return (
    <section className="home-trust" aria-label={t('home.trust')}>
      <ul>
        {promises.map((promise) => (
          <li key={promise}>
            <svg
              width="24"
              height="24"
              viewBox="0 0 24 24"
              aria-hidden="true"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.7"
              strokeLinecap="round"
              strokeLinejoin="round"
            >
              <path d={trustIcons[promise]} />
            </svg>
            <p>
              <span className="strong">{t(`home.trust-${promise}`)}</span>{' '}
              <span className="quiet small">{t(`home.trust-${promise}-text`)}</span>
            </p>
          </li>
        ))}
      </ul>
      <p className="small">
        <a href="/donor-protection">{t('shell.page-donor-protection')}</a>
        <a href="/fees">{t('shell.page-fees')}</a>
      </p>
    </section>
  )
}

const trustIcons: Readonly<Record<(typeof promises)[number], string>> = {
  charities: 'M12 3l7.5 3v5.5c0 4.6-3.1 7.9-7.5 9.5-4.4-1.6-7.5-4.9-7.5-9.5V6zM8.8 12l2.3 2.3 4.2-4.6',
  zakat: 'M4 5.5c2.8-1 5.6-.7 8 1 2.4-1.7 5.2-2 8-1V19c-2.8-1-5.6-.7-8 1-2.4-1.7-5.2-2-8-1zM12 6.5V20',
  once: 'M3.5 6.5h17v11h-17zM3.5 10.5h17M7 14.5h4',
  receipt: 'M6 3.5h12v17l-2-1.4-2 1.4-2-1.4-2 1.4-2-1.4-2 1.4zM9 8.5h6M9 12.5h6',
}
