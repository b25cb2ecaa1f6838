import '../../styles/causes/home.css'
import '../../styles/causes/section.css'
import '../../styles/causes/campaign-card.css'
import '../../styles/causes/featured.css'
import '../../styles/causes/heart.css'
import '../../styles/causes/organization.css'
import '../../styles/recurring/programme.css'
import { renderContext } from '#server/pages/render-context.ts'
import { AddToBasket } from '../../features/money/baskets/add-to-basket.tsx'
import { CampaignCard } from '../../features/causes/campaigns/campaign-card.tsx'
import { FeaturedList } from '../../features/causes/discovery/featured-list.tsx'
import { OrganizationCards } from '../../features/causes/discovery/organization-cards.tsx'
import { Heart } from '../../features/causes/favourites/heart.tsx'
import { ProgrammeCards } from '../../features/recurring/agreement/wizard/programme-cards.tsx'
import { favouritesOf } from '../../lib/favourites.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { programmesOf } from '../plans/programmes.ts'
import { useFrame, useText } from '../../lib/text.tsx'
import type { Route } from './+types/home'

export async function loader({ context }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const [{ results: campaigns }, charities, offers] = await Promise.all([
    frame.api('GET /v4/discovery/featured', { limit: 6, adSpotType: 'home' }),
    frame.api('GET /v4/discovery/organizations', { limit: 12 }),
    programmesOf(frame),
  ])
  return {
    campaigns,
    charities: charities.results,
    programmes: offers.filter(({ signedUp }) => !signedUp),
    favourites: await favouritesOf(
      frame,
      campaigns.map((card) => card.id),
    ),
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const t = useText()
  const frame = useFrame()
  const hasCampaigns = loaderData.campaigns.length > 0
  return (
    <div className="page">
      <title>{`${frame?.productName ?? ''} – ${t('home.title')}`}</title>
      <meta name="description" content={t('home.lead')} />
      <meta property="og:title" content={t('home.title')} />
      <meta property="og:description" content={t('home.lead')} />
      <section className="home-hero">
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
      </section>
      <section className="section" aria-labelledby="featured">
        <div className="section-head">
          <h2 id="featured">{t('home.featured')}</h2>
          {hasCampaigns ? <a href="/v4/discover">{t('home.all')}</a> : null}
        </div>
        {hasCampaigns ? (
          <div className="campaign-card-grid">
            {loaderData.campaigns.map((card, index) => (
              <CampaignCard
                key={card.id}
                card={card}
                source="home"
                isFirst={index < 3}
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
            asked={{ limit: 9, adSpotType: 'home' }}
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
