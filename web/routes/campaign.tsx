import '../styles/addresses.css'
import '../styles/baskets.css'
import '../styles/campaigns.css'
import '../styles/favourites.css'
import { useEffect, useRef, useState } from 'react'
import { renderContext } from '#server/render-context.ts'
import { type Currency, formatMoney, isCurrency, money, toMajor } from '#shared/money.ts'
import { isProblem } from '#shared/problem.ts'
import { quickAmounts } from '#modules/giving/rules/amounts.ts'
import { AddToBasket } from '../features/baskets/add-to-basket.tsx'
import { AmountLinks } from '../features/campaigns/amount-links.tsx'
import { approximately } from '../features/campaigns/approximate.ts'
import { checkoutUrl, DonateButton, useIsOpen } from '../features/campaigns/donate-button.tsx'
import { Donors } from '../features/campaigns/donors.tsx'
import { Levels } from '../features/campaigns/levels.tsx'
import { ShareButton } from '../features/campaigns/share-button.tsx'
import { Heart } from '../features/favourites/heart.tsx'
import { approximate } from '../lib/approximate.ts'
import { favouritesOf } from '../lib/favourites.ts'
import { useLocale, useText } from '../lib/text.tsx'
import { Amount } from '../ui/amount.tsx'
import { Progress } from '../ui/progress.tsx'
import { Badge } from '../ui/small-parts.tsx'
import type { Route } from './+types/campaign'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api, origin } = frame
  try {
    const campaign = await api('GET /v4/campaigns/by-slug/:slug', { slug: params.slug })
    const donors = await api('GET /v4/campaigns/:campaignId/donors', { campaignId: campaign.id })
    const isFavourite = (await favouritesOf(frame, [campaign.id])).length > 0
    const about = await approximate(frame, campaign.currency, [
      campaign.totals.raised,
      ...(campaign.goal === null ? [] : [campaign.goal]),
      ...campaign.levels.map((level) => level.amount),
    ])
    const quick = isCurrency(campaign.currency) ? quickAmounts(campaign.currency).map((amount) => toMajor(amount).replace(/\.0+$/, '')) : []
    return { campaign, donors, origin, about, isFavourite, quick, source: new URL(request.url).searchParams.get('src') }
  } catch (error) {
    if (isProblem(error) && error.class === 'not-found') throw new Response(null, { status: 404 })
    throw error
  }
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, donors, origin, about, source } = loaderData
  const t = useText()
  const locale = useLocale()
  const isOpen = useIsOpen(campaign.open, campaign.endsAt)
  const main = useRef<HTMLDivElement>(null)
  const [isBarShown, setBarShown] = useState(false)
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => setBarShown(entry ? !entry.isIntersecting && entry.boundingClientRect.top < 0 : false))
    if (main.current) seen.observe(main.current)
    return () => seen.disconnect()
  }, [])
  const href = checkoutUrl({ slug: campaign.slug, origin, source })
  const url = `${origin}/campaign/${campaign.slug}`
  const goal = campaign.goal === null ? null : formatMoney(money(BigInt(campaign.goal), campaign.currency as Currency), locale, { fractions: 'auto' })
  const percent = campaign.totals.percentage ?? 0
  const aboutRaised = approximately(about, campaign.totals.raised, locale)
  const aboutGoal = campaign.goal === null ? undefined : approximately(about, campaign.goal, locale)
  return (
    <div className="page">
      <title>{campaign.title}</title>
      <meta name="description" content={campaign.tagline} />
      <meta property="og:type" content="website" />
      <meta property="og:title" content={campaign.title} />
      <meta property="og:description" content={campaign.tagline} />
      <meta property="og:url" content={url} />
      <meta property="og:image" content={`${origin}/art/${encodeURIComponent(campaign.slug)}.png?c=${campaign.category}`} />
      <meta name="twitter:card" content="summary_large_image" />
      <div className="campaign">
        <div className="stack-lg">
          <div className="campaign-picture">
            {campaign.imageUrl ? (
              <img
                src={`${campaign.imageUrl}&w=960`}
                srcSet={[480, 960, 1600].map((width) => `${campaign.imageUrl}&w=${width} ${width}w`).join(', ')}
                sizes="(min-width: 900px) 46rem, 100vw"
                alt=""
                width="960"
                height="540"
                fetchPriority="high"
              />
            ) : (
              <div className="no-picture" />
            )}
          </div>
          <div className="stack">
            <h1 lang={campaign.language} dir="auto">
              {campaign.title}
            </h1>
            {campaign.tagline ? (
              <p className="quiet" lang={campaign.language} dir="auto">
                {campaign.tagline}
              </p>
            ) : null}
            <div className="badges">
              {campaign.zakatVerified ? <Badge look="zakat">{t('card.zakat')}</Badge> : null}
              {campaign.giftAid ? <Badge look="brand">{t('campaign.gift-aid')}</Badge> : null}
              {campaign.taxReceiptCountries.length > 0 ? <Badge>{t('campaign.tax', { countries: campaign.taxReceiptCountries.join(', ') })}</Badge> : null}
            </div>
          </div>
        </div>
        <aside className="campaign-side card">
          <div className="card-in stack" ref={main}>
            <p className="goal-line">
              <b>
                <Amount minor={campaign.totals.raised} currency={campaign.currency} />
              </b>
              {goal ? <span className="quiet">{t('campaign.goal-of', { goal: `\u2068${goal}\u2069` })}</span> : null}
            </p>
            {aboutRaised ? (
              <p className="quiet small">
                {aboutGoal ? t('campaign.approx-of', { raised: aboutRaised, goal: aboutGoal }) : t('campaign.approx', { amount: aboutRaised })}
              </p>
            ) : null}
            {goal ? <Progress percent={percent} /> : null}
            <p className="campaign-card-facts quiet small">
              <span>{t('card.donors', { count: campaign.totals.donorCount })}</span>
              {percent > 100 ? (
                <span>{t('campaign.funded', { percent })}</span>
              ) : isOpen && campaign.daysLeft !== null ? (
                <span>{campaign.daysLeft === 0 ? t('card.last-day') : t('card.days', { count: campaign.daysLeft })}</span>
              ) : null}
            </p>
            {about ? (
              <p className="quiet small">
                {t('campaign.approx-note', {
                  day: about.day,
                  source: about.sources.map((source) => t(`campaign.source-${source}`)).join(locale === 'ar' ? '، ' : ', '),
                  currency: campaign.currency,
                })}
              </p>
            ) : null}
            <DonateButton isOpen={isOpen} status={campaign.status} href={href} />
            {isOpen ? <AddToBasket slug={campaign.slug} campaignId={campaign.id} source={source} isWide /> : null}
            {isOpen ? (
              <AmountLinks
                link={`/v4/checkout/${encodeURIComponent(campaign.slug)}`}
                currency={campaign.currency as Currency}
                quick={loaderData.quick}
                source={source}
              />
            ) : null}
            <ShareButton url={url} title={campaign.title} />
            <Heart campaignId={campaign.id} name={campaign.title} isAdded={loaderData.isFavourite} isWide />
            <div>
              <p className="quiet small">{t('campaign.for')}</p>
              <p className="strong">
                <bdi>{locale === 'ar' && campaign.organization.nameAr ? campaign.organization.nameAr : campaign.organization.name}</bdi>{' '}
                {campaign.organization.verified ? <Badge look="brand">✓ {t('campaign.verified')}</Badge> : null}
              </p>
              <p className="quiet small">
                <bdi>{campaign.organization.registration}</bdi>
              </p>
              <p className="quiet small">{t('campaign.organizer', { name: `\u2068${campaign.organizer.name}\u2069` })}</p>
            </div>
          </div>
        </aside>
        <div className="stack-lg">
          <section className="story" aria-labelledby="story" lang={campaign.language} dir="auto">
            <h2 id="story" lang={locale}>
              {t('campaign.story')}
            </h2>
            {campaign.story.map((paragraph) => (
              <p key={paragraph.slice(0, 40)} dir="auto">
                {paragraph}
              </p>
            ))}
          </section>
          {campaign.levels.length > 0 ? (
            <Levels
              campaign={campaign}
              isOpen={isOpen}
              about={about}
              hrefOf={(levelId) => checkoutUrl({ slug: campaign.slug, origin, source, levelId })}
              besideOf={(level) => (
                <AddToBasket slug={campaign.slug} campaignId={campaign.id} source={source} name={level.title} start={() => ({ levelId: level.id })} />
              )}
            />
          ) : null}
          <section aria-labelledby="donors">
            <h2 id="donors">{t('campaign.donors')}</h2>
            <Donors campaignId={campaign.id} first={donors.donors} next={donors.next} />
          </section>
        </div>
      </div>
      {isOpen ? (
        <div className="donate-bar" data-shown={isBarShown}>
          <span className="strong">
            <Amount minor={campaign.totals.raised} currency={campaign.currency} />{' '}
            <span className="quiet">{goal ? t('campaign.goal-of', { goal: `\u2068${goal}\u2069` }) : ''}</span>
          </span>
          <DonateButton isOpen={isOpen} status={campaign.status} href={href} isWide={false} />
        </div>
      ) : null}
    </div>
  )
}
