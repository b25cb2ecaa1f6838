import '../../../styles/causes/section.css'
import '../../../styles/causes/campaign-card.css'
import '../../../styles/causes/campaign.css'
import '../../../styles/causes/story.css'
import '../../../styles/causes/share.css'
import '../../../styles/organizers/comment.css'
import '../../../styles/causes/heart.css'
import { lazy, Suspense, useRef } from 'react'
import { renderContext, type ServerApi } from '#server/pages/render-context.ts'
import { type Currency, formatMoney, isCurrency, money, toMajor } from '#shared/money.ts'
import { shareUrl } from '#modules/causes/campaigns/rules/share.ts'
import { quickAmounts } from '#modules/money/giving/rules/amounts.ts'
import { parseCheckoutQuery } from '#modules/money/giving/rules/query-parameters.ts'
import { codeOfQuery } from '#modules/organizers/referrals/rules/code.ts'
import { AddToBasket } from '../../../features/money/baskets/add-to-basket.tsx'
import { AmountLinks } from '../../../features/causes/campaigns/amount-links.tsx'
import { approximately } from '../../../features/causes/campaigns/approximate.ts'
import { checkoutUrl, ClosedNow, DonateButton, useOpening } from '../../../features/causes/campaigns/donate-button.tsx'
import { CountView } from '../../../features/causes/campaigns/count-view.tsx'
import { countryNames } from '../../../features/causes/campaigns/country-names.ts'
import { DonateBar } from '../../../features/causes/campaigns/donate-bar.tsx'
import { type OpenedProps, OpensDialog } from '../../../features/causes/campaigns/opens-dialog.tsx'
import { timeLeft } from '../../../features/causes/campaigns/time-left.ts'
import { Heart } from '../../../features/causes/favourites/heart.tsx'
import { found } from '../../../lib/found.ts'
import { approximate } from '../../../lib/approximate.ts'
import { favouritesOf } from '../../../lib/favourites.ts'
import { plansOffered } from '../../plans/offered.ts'
import { useLocale, useText } from '../../../lib/text.tsx'
import { Amount } from '../../../ui/amount.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Badge } from '../../../ui/small-parts.tsx'
import type { Route } from './+types/campaign'

/** Below the first screen: on the page from the server, awake a moment later, so that the first screen comes sooner. */
const Told = lazy(() => import('../../../features/causes/campaigns/told.tsx').then((part) => ({ default: part.Told })))
const Related = lazy(() =>
  import('../../../features/causes/campaigns/told.tsx').then((part) => ({ default: part.Related })),
)
const WordsOfSupport = lazy(() =>
  import('../../../features/organizers/comments/words-of-support.tsx').then((part) => ({
    default: part.WordsOfSupport,
  })),
)

/** There is more behind it. */
const Mark = () => (
  <svg
    width="14"
    height="14"
    viewBox="0 0 16 16"
    aria-hidden="true"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
  >
    <circle cx="8" cy="8" r="7" />
    <path d="M8 7.2v4.4M8 4.4v.6" strokeLinecap="round" />
  </svg>
)

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const frame = context.get(renderContext)
  const { api, origin } = frame
  const asked = new URL(request.url).searchParams
  const order = asked.get('donors') === 'top' ? ('top' as const) : ('newest' as const)
  return found(async () => {
    const campaign = await api('GET /v4/campaign-pages/:slug', { slug: params.slug })
    const [page, words, favourites, about, news, plans] = await Promise.all([
      api('GET /v4/campaigns/:campaignId/donors', {
        campaignId: campaign.id,
        order,
        before: asked.get('before')?.slice(0, 80),
      }),
      wordsUpTo(api, campaign.id, wordsAsked(asked.get('words'))),
      favouritesOf(frame, [campaign.id]),
      approximate(frame, campaign.currency, [
        campaign.totals.raised,
        ...(campaign.goal === null ? [] : [campaign.goal]),
        ...campaign.levels.map((level) => level.amount),
      ]),
      asked.get('news') === 'all' ? api('POST /api/projectapi/timeline', { slug: params.slug }) : undefined,
      plansOffered(frame, campaign.id, true),
    ])
    const quick = isCurrency(campaign.currency)
      ? quickAmounts(campaign.currency).map((amount) => toMajor(amount).replace(/\.0+$/, ''))
      : []
    const items = news
      ? news.timeline.flatMap(({ id, kind, title, body, date, author }) =>
          kind === 'news' ? [{ id, title, body, author, publishedAt: date }] : [],
        )
      : campaign.news.items
    return {
      campaign: { ...campaign, news: { ...campaign.news, items } },
      donors: { ...page, order },
      words,
      plans,
      origin,
      about,
      isFavourite: favourites.length > 0,
      quick,
      source: parseCheckoutQuery(asked).src ?? null,
      code: codeOfQuery(asked) ?? null,
    }
  })
}

/** The first few, or up to which a reader without scripts asked for: of those, the last fifty. */
const wordsAsked = (text: string | null): number =>
  Math.min(100_000, Math.max(wordsShown, Number(/^\d{1,6}$/.exec(text ?? '')?.[0] ?? 0)))
const wordsShown = 5

async function wordsUpTo(api: ServerApi, campaignId: string, count: number) {
  const ask = async (from: number) => ({
    from,
    ...(await api('GET /v4/campaigns/:campaignId/comments', { campaignId, limit: Math.min(50, count), offset: from })),
  })
  const words = await ask(Math.max(0, count - 50))
  // There may be fewer than when the link was made.
  return words.comments.length === 0 && words.from > 0 ? ask(0) : words
}

export default function CampaignPage({ loaderData }: Route.ComponentProps) {
  const { campaign, donors, origin, about, source, code } = loaderData
  const t = useText()
  const locale = useLocale()
  const opening = useOpening(campaign)
  const isOpen = opening.closed === null
  const main = useRef<HTMLDivElement>(null)
  const href = checkoutUrl({ slug: campaign.slug, origin, source, code })
  const url = shareUrl(origin, campaign.slug)
  const goal =
    campaign.goal === null
      ? null
      : formatMoney(money(BigInt(campaign.goal), campaign.currency as Currency), locale, { fractions: 'auto' })
  const percent = campaign.totals.percentage ?? 0
  const toGo =
    isOpen && campaign.goal !== null && percent >= 90 && campaign.goal > campaign.totals.raised
      ? `\u2068${formatMoney(money(BigInt(campaign.goal - campaign.totals.raised), campaign.currency as Currency), locale, { fractions: 'auto' })}\u2069`
      : undefined
  const hrefWith = (query: Readonly<Record<string, string>>, section: string) => {
    const text = new URLSearchParams({
      ...query,
      ...(source ? { src: source } : {}),
      ...(code ? { code } : {}),
    }).toString()
    return `/v4/campaign/${encodeURIComponent(campaign.slug)}${text ? `?${text}` : ''}#${section}`
  }
  const [loadZakat, loadGiftAid, loadShare] = [
    () =>
      import('../../../features/causes/campaigns/zakat-info.tsx').then(({ ZakatDialog }) => (of: OpenedProps) => (
        <ZakatDialog slug={campaign.slug} {...of} />
      )),
    () => import('../../../features/causes/campaigns/gift-aid-info.tsx').then(({ GiftAidDialog }) => GiftAidDialog),
    () =>
      import('../../../features/causes/campaigns/share/share-dialog.tsx').then(
        ({ ShareDialog }) =>
          (of: OpenedProps) => <ShareDialog campaign={campaign} url={url} {...of} />,
      ),
  ]
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
      <meta property="og:image" content={`${origin}${campaign.previewImageUrl}`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={campaign.imageAlt || campaign.title} />
      <meta name="twitter:card" content="summary_large_image" />
      <div className="campaign-page">
        <div className="stack-lg">
          <div className="campaign-page-picture">
            {campaign.imageUrl ? (
              <img
                src={`${campaign.imageUrl}&w=960`}
                srcSet={[480, 960, 1600].map((width) => `${campaign.imageUrl}&w=${width} ${width}w`).join(', ')}
                sizes="(min-width: 56.25rem) 46rem, 100vw"
                alt={campaign.imageAlt}
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
              {campaign.zakatVerified ? (
                <OpensDialog href="/zakat-policy" className="badge badge-zakat campaign-page-badge" load={loadZakat}>
                  {t('card.zakat')} <span className="visually-hidden">({t('told.about-zakat')})</span> <Mark />
                </OpensDialog>
              ) : null}
              {campaign.giftAid ? (
                <OpensDialog href="/gift-aid" className="badge badge-brand campaign-page-badge" load={loadGiftAid}>
                  {t('campaign.gift-aid')} <span className="visually-hidden">({t('told.about-gift-aid')})</span>{' '}
                  <Mark />
                </OpensDialog>
              ) : null}
              {campaign.taxReceiptCountries.length > 0 ? (
                <Badge>{t('campaign.tax', { countries: countryNames(campaign.taxReceiptCountries, locale) })}</Badge>
              ) : null}
            </div>
          </div>
        </div>
        <aside className="campaign-page-side card">
          <div className="card-in stack" ref={main}>
            <p className="campaign-page-goal">
              <b>
                <Amount minor={campaign.totals.raised} currency={campaign.currency} />
              </b>
              {goal ? <span className="quiet">{t('campaign.goal-of', { goal: `\u2068${goal}\u2069` })}</span> : null}
            </p>
            {aboutRaised ? (
              <p className="quiet small">
                {aboutGoal
                  ? t('campaign.approx-of', { raised: aboutRaised, goal: aboutGoal })
                  : t('campaign.approx', { amount: aboutRaised })}
              </p>
            ) : null}
            {goal ? <Progress percent={percent} /> : null}
            <p className="campaign-card-facts quiet small">
              {toGo ? (
                <span className="strong campaign-page-left">{t('told.to-go', { amount: toGo })}</span>
              ) : (
                <span>{t('card.donors', { count: campaign.totals.donorCount })}</span>
              )}
              {percent > 100 ? (
                <span>{t('campaign.funded', { percent })}</span>
              ) : isOpen && campaign.daysLeft !== null ? (
                <span>{timeLeft(t, campaign)}</span>
              ) : null}
            </p>
            {isOpen && goal && percent >= 100 ? <p className="small">{t('told.reached')}</p> : null}
            {about ? (
              <p className="quiet small">
                {t('campaign.approx-note', {
                  day: about.day,
                  source: about.sources
                    .map((source) => t(`campaign.source-${source}`))
                    .join(locale === 'ar' ? '، ' : ', '),
                  currency: campaign.currency,
                })}
              </p>
            ) : null}
            <DonateButton
              opening={opening}
              href={href}
              {...(campaign.related.length > 0 ? { othersHref: '#related' } : {})}
            />
            {isOpen && loaderData.plans.length > 0 ? (
              <nav className="campaign-page-plans" aria-label={t('campaign.give-regularly')}>
                {loaderData.plans.map((frequency) => (
                  <a
                    key={frequency}
                    className="chip"
                    href={`/scheduled-giving/plans/${encodeURIComponent(campaign.slug)}?frequencyType=${frequency}${source ? `&src=${encodeURIComponent(source)}` : ''}${code ? `&code=${encodeURIComponent(code)}` : ''}`}
                  >
                    {t(`campaign.give-${frequency}`)}
                  </a>
                ))}
              </nav>
            ) : null}
            {isOpen ? (
              <AddToBasket slug={campaign.slug} campaignId={campaign.id} source={source} code={code} isWide />
            ) : null}
            {isOpen ? (
              <AmountLinks
                link={`/v4/checkout/${encodeURIComponent(campaign.slug)}`}
                currency={campaign.currency as Currency}
                quick={loaderData.quick}
                source={source}
                code={code}
              />
            ) : null}
            <OpensDialog
              href={`/v4/campaign/${encodeURIComponent(campaign.slug)}/share`}
              className="button button-quiet button-wide"
              load={loadShare}
            >
              {t('campaign.share')}
            </OpensDialog>
            <Heart campaignId={campaign.id} name={campaign.title} isAdded={loaderData.isFavourite} isWide />
            <div>
              <p className="quiet small">{t('campaign.for')}</p>
              <p className="strong">
                <bdi>
                  {locale === 'ar' && campaign.organization.nameAr
                    ? campaign.organization.nameAr
                    : campaign.organization.name}
                </bdi>{' '}
                {campaign.organization.verified ? <Badge look="brand">✓ {t('campaign.verified')}</Badge> : null}
              </p>
              <p className="quiet small">
                {campaign.organization.verified ? (
                  t('told.checked', { registration: `\u2068${campaign.organization.registration}\u2069` })
                ) : (
                  <bdi>{campaign.organization.registration}</bdi>
                )}
              </p>
              <p className="quiet small">
                {t('campaign.organizer', { name: `\u2068${campaign.organizer.name}\u2069` })}
              </p>
            </div>
          </div>
        </aside>
        <Suspense>
          <Told
            campaign={campaign}
            isOpen={isOpen}
            about={about}
            donors={donors}
            wordsTotal={loaderData.words.total}
            words={
              <Suspense>
                <WordsOfSupport
                  campaignId={campaign.id}
                  slug={campaign.slug}
                  first={loaderData.words}
                  from={loaderData.words.from}
                  hrefOf={(count) => hrefWith({ words: String(count) }, 'words')}
                />
              </Suspense>
            }
            hrefWith={hrefWith}
            levelHref={(levelId) => checkoutUrl({ slug: campaign.slug, origin, source, code, levelId })}
            besideLevel={(level) => (
              <AddToBasket
                slug={campaign.slug}
                campaignId={campaign.id}
                source={source}
                code={code}
                name={level.title}
                start={() => ({ levelId: level.id })}
              />
            )}
          />
        </Suspense>
      </div>
      {campaign.related.length > 0 ? (
        <Suspense>
          <Related
            cards={campaign.related}
            isOpen={isOpen}
            source={source ?? 'related'}
            action={(card) => (
              <AddToBasket slug={card.slug} campaignId={card.id} name={card.name} source={source ?? 'related'} isWide />
            )}
          />
        </Suspense>
      ) : null}
      {isOpen ? (
        <DonateBar of={main}>
          <span className="strong">
            {toGo ? (
              t('told.to-go', { amount: toGo })
            ) : (
              <>
                <Amount minor={campaign.totals.raised} currency={campaign.currency} />{' '}
                <span className="quiet">{goal ? t('campaign.goal-of', { goal: `\u2068${goal}\u2069` }) : ''}</span>
              </>
            )}
          </span>
          <DonateButton opening={opening} href={href} isWide={false} />
        </DonateBar>
      ) : null}
      <ClosedNow wasOpen={campaign.open} closed={opening.closed} />
      <CountView slug={campaign.slug} />
    </div>
  )
}
